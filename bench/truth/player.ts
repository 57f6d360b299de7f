/** Plays every model of one case: R1, R2 and R3 from its script, the judges by their habits. */
import type { Call, Case, Part, Work } from './case.ts';
import type { Judge } from './judges/judge.ts';
import { type AskedCriterion, readQuestion } from './question.ts';

/** What a model is asked, over the wire or inside the process. */
type Asked = {
  readonly role: string;
  readonly system: string;
  readonly turns: readonly { readonly role: string; readonly text: string }[];
  readonly tools: readonly { readonly name: string }[];
};
type Said = { readonly text: string; readonly calls?: readonly Call[] };

export type Player = {
  answer(asked: Asked): Said;
  /** How often a judge was asked about something that it had already judged. */
  readonly askedAgain: number;
};

export function newPlayer(about: Case, judge: Judge, habit: number): Player {
  const { scene } = about;
  const times = new Map<string, number>();
  let round = 0;
  let askedAgain = 0;
  let unfinished = false;

  const answers: Readonly<Record<string, (asked: Asked) => Said>> = {
    R1: () =>
      json({
        slug: about.name.replaceAll(/\W+/g, '_'),
        intent: scene.goal,
        constraints: {},
        kind: about.talk === undefined ? 'task' : 'conversation',
        question: null,
      }),
    R2: (asked) => {
      if (about.talk !== undefined) return json({ answer: about.talk });
      if (!asked.system.includes('"subtasks"')) return json(handoff);
      const rejected = asked.turns.length > 1;
      if (!rejected) round += 1;
      if (round > 1 && about.replan !== undefined) return json(about.replan);
      return json(planOf(about, round, blockedIn(asked), rejected));
    },
    R3: (asked) => {
      const at = Math.max(
        0,
        scene.parts.findIndex((part) => isAbout(part, asked)),
      );
      forget(at);
      const attempts = round > 1 && about.later ? [about.later] : (about.work[at] ?? []);
      unfinished = correctionsIn(asked) < attempts.length - 1;
      return stepOf(attempts, asked);
    },
    R4a: (asked) => json({ verdicts: verdictsOn(asked), what_was_wrong: about.lie ?? '', what_to_do: '' }),
    R4b: (asked) => json({ merged_output: about.merged ?? outputsOf(about), summary: scene.goal, verdicts: verdictsOn(asked) }),
  };

  /** Work that is repeated is judged again; other sub-tasks may be under way. */
  function forget(part: number) {
    const others = scene.parts.flatMap(({ criteria }, at) => (at === part ? [] : criteria.map(({ criterion }) => criterion)));
    for (const name of times.keys()) if (!others.includes(name)) times.delete(name);
  }

  function verdictsOn({ role, turns }: Asked) {
    const question = readQuestion(turns.filter((turn) => turn.role === 'user').map(({ text }) => text));
    const asked = question.criteria.map((criterion) => ({ criterion, again: times.get(nameOf(criterion)) ?? 0 }));
    if (asked.some(({ again }) => again > 0)) askedAgain += 1;
    for (const { criterion, again } of asked) times.set(nameOf(criterion), again + 1);
    const seen = unfinished ? { ...about, ...notYet } : about;
    return asked.map(({ criterion, again }) => judge(criterion, { role, about: seen, question, again, habit }));
  }

  return {
    answer: (asked) => answers[asked.role]?.(asked) ?? { text: '' },
    get askedAgain() {
      return askedAgain;
    },
  };
}

/** The text without the notes that code adds to it. */
const nameOf = ({ text }: AskedCriterion): string => text.split(' [')[0] ?? '';

const json = (value: unknown): Said => ({ text: JSON.stringify(value) });

/** The truth about an attempt before the last. */
const notYet = { shown: [null], lie: 'it is not done yet' } as const;

const handoff = { partial_result: 'Nothing was shown to be done.', next_moves: ['Look at what was tried.', 'Say it in other words.'] };

const outputsOf = ({ work }: Case): string => work.map((attempts) => attempts.at(-1)?.says ?? '').join('\n\n');

/** A sub-task is known by its criteria; its intent may also occur in the context of a later one. */
const isAbout = ({ criteria }: Part, { turns }: Asked): boolean =>
  criteria.every(({ criterion }) => turns.find(({ role }) => role === 'user')?.text.includes(criterion));

const correctionsIn = ({ turns }: Pick<Asked, 'turns'>): number => turns.filter(({ role }) => role === 'user').length - 1;

/** The next step of the attempt under way: each correction is a turn of the user, each step one of the assistant. */
function stepOf(attempts: readonly Work[], { turns, tools }: Asked): Said {
  const attempt = attempts[Math.min(correctionsIn({ turns }), attempts.length - 1)];
  const since = turns.slice(turns.findLastIndex(({ role }) => role === 'user') + 1);
  const step = attempt?.calls[since.filter(({ role }) => role === 'assistant').length];
  if (!attempt || !step) return { text: attempt?.says ?? 'Done.' };
  return {
    text: '',
    calls: [step].flat().map((call) =>
      asOffered(
        call,
        tools.map(({ name }) => name),
      ),
    ),
  };
}

/** If its tool is taken away, the executor calls another one, so that at least one call works. */
function asOffered(call: Call, tools: readonly string[]): Call {
  if (tools.includes(call.tool)) return call;
  return stopgaps.find(({ tool }) => tools.includes(tool)) ?? call;
}

const stopgaps: readonly Call[] = [
  { tool: 'glob', input: { pattern: '**/*' } },
  { tool: 'shell', input: { command: 'ls' } },
  { tool: 'write_file', input: { path: 'stopgap.txt', content: 'It is done.\n' } },
];

/** Said before the intent of a later round, so that the validator takes its plan for a different one. */
const otherWords = [
  '',
  'Start afresh, look at every place once more and take another order of steps:',
  'Go at it from the other end, slowly, one piece after the next, and note each finding:',
  'Use whatever else is at hand, compare twice what it gives, and only then report:',
];

/** The plan of a round. A plan that was rejected is proposed again without its checks. */
function planOf({ scene }: Case, round: number, blocked: ReadonlySet<string>, rejected: boolean): unknown {
  const unchecked = ({ check, ...criterion }: Part['criteria'][number]) => (rejected || !check ? criterion : { ...criterion, check });
  return {
    task_criteria: scene.criteria.map(unchecked),
    subtasks: scene.parts.map(({ intent, criteria, tools, context = '', sequence = 1 }) => ({
      intent: `${otherWords[round - 1] ?? ''} ${intent}`.trim(),
      success_criteria: criteria.map(unchecked),
      context,
      tools: withoutBlocked(tools, blocked),
      sequence,
      deadline: null,
    })),
  };
}

function withoutBlocked(tools: readonly string[], blocked: ReadonlySet<string>): readonly string[] {
  const left = tools.filter((tool) => !blocked.has(tool));
  return left.length > 0 || tools.length === 0 ? left : stopgaps.map(({ tool }) => tool).filter((tool) => !blocked.has(tool));
}

const blockedIn = ({ turns }: Asked): ReadonlySet<string> =>
  new Set(
    turns.flatMap(({ text }) => [...text.matchAll(/<blocked>\n([\s\S]*?)\n<\/blocked>/g)].flatMap(([, lines = '']) => lines.split('\n'))),
  );
