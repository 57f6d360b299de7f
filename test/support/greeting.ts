/** A provider that can do one task: a greeting is written to `hello.txt`. It takes five model calls and one tool call. */
import { type Asked, type ProviderServer, type Reply, startProvider } from './provider-server.ts';

const criterion = (text: string, check?: object) => ({
  criterion: text,
  mode: check ? 'verifiable' : 'plausible',
  weight: 1,
  ...(check && { check }),
});
/** Verdicts on the criterion of the sub-task, on that of the task, and on the built-in one. */
const verdicts = [0, 1, 2].map((at) => ({ criterion: at, verdict: 'pass', failure_class: null, evidence: 'hello.txt is written' }));
const said = {
  R1: {
    slug: 'write_greeting',
    intent: 'Write a greeting to hello.txt.',
    constraints: { scope: null, deadline: null },
    kind: 'task',
    question: null,
  },
  R2: {
    task_criteria: [criterion('hello.txt exists', { kind: 'file_exists', path: 'hello.txt' }), criterion('the greeting is friendly')],
    subtasks: [
      {
        intent: 'Write the greeting to hello.txt',
        success_criteria: [
          criterion('hello.txt exists', { kind: 'file_exists', path: 'hello.txt' }),
          criterion('the answer names the file'),
        ],
        context: 'Say hello to a friend.',
        tools: ['write_file'],
        sequence: 1,
        deadline: null,
      },
    ],
  },
  R4a: { verdicts, what_was_wrong: '', what_to_do: '' },
} as const;

const usage = { input: 100, output: 20 };

/** The answers of a good model. */
export function goodAnswer({ role, turns }: Asked): Reply {
  if (role !== 'R3') return { text: JSON.stringify(said[role as keyof typeof said]), usage };
  if (turns.some((turn) => turn.role === 'tool')) return { text: 'hello.txt is written.', usage };
  return { calls: [{ tool: 'write_file', input: { path: 'hello.txt', content: 'hello, friend\n' } }], usage };
}

/** The server, with some answers replaced. `number` counts the requests of one role from 1. */
export function startGreeting(
  otherwise: (asked: Asked, number: number) => Reply | undefined | Promise<Reply | undefined> = () => undefined,
): Promise<ProviderServer> {
  const counts = new Map<string, number>();
  return startProvider({
    models: ['good-model'],
    async answer(asked) {
      const number = (counts.get(asked.role) ?? 0) + 1;
      counts.set(asked.role, number);
      return (await otherwise(asked, number)) ?? goodAnswer(asked);
    },
  });
}
