/** What left the machine: the hosts that commands reached because the person approved or a rule allows them. This cannot be undone. */
import type { ReachedHost } from '../../contracts/background-end.ts';
import type { Entry } from '../../journal/entry.ts';
import { type Sending, sendingIn } from '../../laws/commands/sending-in.ts';
import { ToolRequest, ToolResult } from '../../tools/tool.ts';
import { targetIn } from './call-target.ts';
import { words } from './short-copies.ts';

/**
 * `seq` is the call. `bytes` is how much was sent to these hosts; if missing (in journals of earlier versions), the hosts are only those named in the
 * command. `isSure`: the command ran to its end; otherwise only a part may have been sent.
 */
export type SentStory = Sending & { readonly seq: number; readonly command: string; readonly isSure: boolean; readonly bytes?: number };

export type Sent = { add(entry: Entry): void; readonly all: readonly SentStory[] };

const maxSent = 50;

/** The limit on a host with its port, in characters; longer than any real one. */
const maxHostLength = 300;

export function createSent(): Sent {
  const underWay = new Map<string, { readonly seq: number; readonly command: string; readonly hadNetwork: boolean }>();
  /** Where in `all` a command is about which the person is being asked: the next call continues its run. */
  const open = new Map<string, number>();
  const all: SentStory[] = [];

  return {
    all,
    add(entry) {
      if (entry.kind === 'intent' && entry.effect === 'tool') {
        const request = ToolRequest.safeParse(entry.input).data;
        const command = request ? targetIn(request.input) : '';
        if (command !== '') underWay.set(entry.key, { seq: entry.seq, command, hadNetwork: request?.network === true });
      }
      if (entry.kind === 'background') {
        const sent = sentBy(entry.reached);
        const { seq, command } = entry;
        if (sent && all.length < maxSent)
          all.push({ ...sendingIn(command), ...sent, files: [], seq, command: words(command, 400), isSure: true });
      }
      if (entry.kind !== 'outcome') return;
      const call = underWay.get(entry.key);
      underWay.delete(entry.key);
      if (!call) return;
      const called = entry.result.ok ? ToolResult.safeParse(entry.result.value).data : undefined;
      const at = open.get(call.command) ?? all.length;
      open.delete(call.command);
      const before = all[at];
      // If the hosts of a run have been recorded, its last call may only apply the changes.
      const told = (called?.reached === undefined ? before : undefined) ?? sentStory(call, called);
      if (told && at < maxSent) all[at] = { ...told, seq: before?.seq ?? told.seq };
      if (called?.harm && all[at]) open.set(call.command, at);
    },
  };
}

type Call = { readonly seq: number; readonly command: string; readonly hadNetwork: boolean };

/** Where data went, and how much; undefined if nothing was sent. */
function sentBy(reached: readonly ReachedHost[]): Required<Pick<SentStory, 'hosts' | 'bytes'>> | undefined {
  const to = reached.filter(({ sent }) => sent > 0);
  return to.length === 0
    ? undefined
    : { hosts: to.map(({ host }) => words(host, maxHostLength)), bytes: to.reduce((sum, { sent }) => sum + sent, 0) };
}

/** What a call sent; undefined if nothing left the machine. Parses the command only if needed, because that means loading a parser. */
function sentStory({ seq, command, hadNetwork }: Call, called: ToolResult | undefined): SentStory | undefined {
  const isOnRecord = called?.reached !== undefined;
  const sent = isOnRecord ? sentBy(called.reached) : undefined;
  if (isOnRecord ? !sent : !hadNetwork || called?.harm?.network === true) return undefined;
  const said = sendingIn(command);
  const files = !sent || said.hosts.some((host) => sent.hosts.includes(host)) ? said.files : [];
  return { ...said, ...sent, files, seq, command: words(command, 400), isSure: called?.ok === true || called?.harm !== undefined };
}
