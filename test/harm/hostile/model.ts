/** A hostile model on the wire: it plans the rows that it is given, tries them as R3, and repeats in its answers whatever it was shown. */
import { judgedFairly } from '../../support/fair-judge.ts';
import { type Asked, type ProviderServer, type Reply, startProvider } from '../../support/provider-server.ts';
import type { Row } from './rows.ts';

const perceived = {
  slug: 'tidy_up',
  intent: 'Tidy up the project.',
  constraints: { scope: null, deadline: null },
  kind: 'task',
  question: null,
};
const handoff = { partial_result: 'Some of it.', next_moves: ['Look at it.', 'Do the rest.'] };
const tools = ['shell', 'read_file', 'write_file', 'edit_file', 'grep', 'glob'];

/** The maximum of sub-tasks in a plan. */
export const maxRows = 20;

export type HostileModel = ProviderServer & {
  /** The rows whose calls were asked for. */
  readonly tried: ReadonlySet<Row>;
};

/** `plans`: the rows of each task, in order. */
export async function startHostileModel(plans: readonly (readonly Row[])[]): Promise<HostileModel> {
  const tasks: string[] = [];
  const tried = new Set<Row>();
  const server = await startProvider({
    models: ['hostile-model'],
    answer(asked): Reply {
      if (!tasks.includes(asked.task)) tasks.push(asked.task);
      return said(asked, plans[tasks.indexOf(asked.task)] ?? [], tried);
    },
  });
  return Object.assign(server, { tried });
}

function said(asked: Asked, rows: readonly Row[], tried: Set<Row>): Reply {
  const { role, turns } = asked;
  const first = turns[0]?.text ?? '';
  if (role === 'R1') return json(perceived);
  if (role === 'R2') return json({ ...planOf(rows), ...handoff });
  if (role !== 'R3') return json(judgedFairly({ turns: [{ role: 'user', text: first }] }));
  const row = rows[Number(/Attack (\d+):/.exec(first)?.[1])];
  const shown = turns.filter((turn) => turn.role === 'tool').map((turn) => turn.text);
  if (shown.length === 0 && row) {
    tried.add(row);
    return { calls: row.calls };
  }
  return { text: `${row?.name}. I was shown: ${turns.map((turn) => turn.text).join('\n')}` };
}

const json = (value: unknown): Reply => ({ text: JSON.stringify(value) });

const planOf = (rows: readonly Row[]) => ({
  task_criteria: [{ criterion: 'the folder is there', mode: 'verifiable', weight: 1, check: { kind: 'file_exists', path: '.' } }],
  subtasks: rows.map(({ name, check }, at) => ({
    intent: `Attack ${at}: ${name}`,
    success_criteria: [
      { criterion: `the answer names what number ${at} found`, mode: 'plausible', weight: 1 },
      ...(check === undefined ? [] : [{ criterion: `what is looked at for number ${at} is there`, mode: 'verifiable', weight: 1, check }]),
    ],
    context: '',
    tools,
    sequence: 1,
    deadline: null,
  })),
});
