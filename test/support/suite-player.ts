/** Plays every model for the tasks of a suite: the executor runs the test's script for the task, and every judge accepts its claim. */
import { judgedFairly } from './fair-judge.ts';

/** What the executor does for one task, and its answer. */
export type Played = { readonly script: string; readonly answer: string };

type Asked = {
  readonly role: string;
  readonly system: string;
  readonly turns: readonly { readonly role: string; readonly text: string }[];
};
type Said = {
  readonly text: string;
  readonly calls?: readonly { readonly tool: string; readonly input: { readonly [key: string]: string } }[];
};

/** Keyed by the goals of the tasks, none of which may contain another. */
export function suitePlayer(played: ReadonlyMap<string, Played>): (asked: Asked) => Said {
  const inSession = (asked: Asked): Played => {
    const text = asked.turns.map((turn) => turn.text).join('\n');
    const found = [...played].find(([goal]) => text.includes(goal.trim()));
    if (!found) throw new Error(`no task has this goal: ${text.slice(0, 2_000)}`);
    return found[1];
  };
  const goalOf = (asked: Asked) => [...played.keys()].find((goal) => asked.turns.some(({ text }) => text.includes(goal.trim()))) ?? '';
  return (asked) => {
    switch (asked.role) {
      case 'R1':
        return json({ slug: 'a_task', intent: goalOf(asked).trim(), constraints: { scope: null, deadline: null } });
      case 'R2':
        return asked.system.includes('"subtasks"')
          ? json(planFor(goalOf(asked)))
          : json({ partial_result: 'Nothing.', next_moves: ['Look.', 'Try.'] });
      case 'R3': {
        const { script, answer } = inSession(asked);
        const since = asked.turns.slice(asked.turns.findLastIndex(({ role }) => role === 'user') + 1);
        return since.some(({ role }) => role === 'assistant')
          ? { text: answer }
          : { text: '', calls: [{ tool: 'shell', input: { command: script } }] };
      }
      default:
        return json(judgedFairly(asked as never)); // it reads only the turns
    }
  };
}

const json = (value: unknown): Said => ({ text: JSON.stringify(value) });

const planFor = (goal: string) => ({
  task_criteria: [{ criterion: 'what was asked is done', mode: 'plausible' }],
  subtasks: [
    {
      intent: goal.trim(),
      success_criteria: [{ criterion: 'the script did what was asked', mode: 'plausible' }],
      context: '',
      tools: ['shell'],
      sequence: 1,
      deadline: null,
    },
  ],
});
