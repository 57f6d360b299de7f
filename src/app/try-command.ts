/** Runs one command under the laws, exactly as R3 would: what needs approval is asked about, and without it nothing is done. */
import type { TaskId } from '../contracts/ids.ts';
import type { Confirmed } from '../engine/person.ts';
import type { Harm, ToolRequest, ToolResult } from '../tools/tool.ts';
import type { Toolbox } from '../tools/toolbox.ts';

export type TryOptions = {
  readonly toolbox: Pick<Toolbox, 'run'>;
  readonly command: string;
  readonly cwd: string;
  readonly workspace: string;
  readonly timeout_s: number;
  /** The command's changes are kept under this id, so that they can be undone. */
  readonly id: TaskId;
  /** Asks the person; absent if there is none. */
  readonly confirm?: ((harm: Harm) => Promise<Confirmed>) | undefined;
  readonly signal: AbortSignal;
  /** Receives the command's output, as it is printed. */
  readonly onOutput?: ((text: string) => void) | undefined;
};

/** Why the command was refused: no person to ask, the person said no or left the question open, a rule, or effects that changed each time. */
type Refusal = {
  readonly harm: Harm;
  readonly by: 'nobody' | 'person' | 'silence' | 'rule' | 'change';
  /** What the person said with their no. */
  readonly said?: string;
};

/** The last command tried, its result and, if it was refused and so changed nothing, why. */
export type Tried = { readonly command: string; readonly result: ToolResult; readonly refused?: Refusal };

/** How many questions may be asked before the command is given up, because its effects may change after each approval. Questions about hosts are counted separately. */
const [maxQuestions, maxHosts] = [3, 32] as const;

export async function tryCommand({
  toolbox,
  cwd,
  workspace,
  timeout_s,
  id,
  confirm,
  signal,
  onOutput,
  ...given
}: TryOptions): Promise<Tried> {
  let { command } = given;
  let yes: Pick<ToolRequest, 'approved' | 'network'> = {};
  let hosts = 0;
  for (let asked = 0; ; asked += 1) {
    const request: ToolRequest = { tool: 'shell', input: { command, timeout_s }, cwd, workspace, ...yes };
    const result = await toolbox.run(request, { task_id: id, key: `1.1.1/R3/1.${asked + 1}` }, signal, onOutput);
    const { harm } = result;
    if (!harm) return { command, result };
    const refused = (by: Refusal['by'], said?: string): Tried => ({
      ...{ command, result },
      refused: { harm, by, ...(said !== undefined && { said }) },
    });
    if (harm.denied !== undefined) return refused('rule');
    if (!confirm) return refused('nobody');
    if (harm.host !== undefined) hosts += 1;
    if (asked - hosts >= maxQuestions || hosts > maxHosts) return refused('change');
    const { allowed, edited, unanswered, instead } = await confirm(harm);
    if (edited === undefined && !allowed) return refused(unanswered ? 'silence' : 'person', instead);
    command = edited ?? command;
    // An edited command needs its own approval; a command that was granted the network keeps it.
    yes = edited === undefined ? { approved: harm.hash, network: harm.network || yes.network === true } : {};
  }
}
