/** What left the machine: commands that ran with the network because the person said yes. Nothing takes that back. */
import type { Entry } from '../../journal/entry.ts';
import { type Sending, sendingIn } from '../../laws/commands/sending-in.ts';
import { ToolRequest, ToolResult } from '../../tools/tool.ts';
import { targetIn } from './call-target.ts';
import { words } from './kept.ts';

/** `seq` is the call. What it sent where is known as far as its words say so. `isSure`: it ran to its end; otherwise only a part may have been sent. */
export type SentStory = Sending & { readonly seq: number; readonly command: string; readonly isSure: boolean };

export type Sent = { add(entry: Entry): void; readonly all: readonly SentStory[] };

const maxSent = 50;

export function createSent(): Sent {
  const underWay = new Map<string, { readonly seq: number; readonly command: string }>();
  /** What they change is asked about after they ran: the call that follows sends nothing again. */
  const ran = new Set<string>();
  const all: SentStory[] = [];

  return {
    all,
    add(entry) {
      if (entry.kind === 'intent' && entry.effect === 'tool') {
        const request = ToolRequest.safeParse(entry.input).data;
        const command = request?.network ? targetIn(request.input) : '';
        if (command !== '' && !ran.delete(command)) underWay.set(entry.key, { seq: entry.seq, command });
      }
      if (entry.kind !== 'outcome') return;
      const call = underWay.get(entry.key);
      underWay.delete(entry.key);
      if (!call) return;
      const called = entry.result.ok ? ToolResult.safeParse(entry.result.value).data : undefined;
      if (called?.harm?.network) return; // it did not run
      if (called?.harm) ran.add(call.command);
      if (all.length === maxSent) return;
      const isSure = called?.ok === true || called?.harm !== undefined;
      all.push({ ...sendingIn(call.command), seq: call.seq, command: words(call.command, 400), isSure });
    },
  };
}
