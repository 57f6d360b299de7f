/** `artoo gc --bus`: removes logs of tasks that ended, and contents that nothing refers to, from the bus that machines share. */

import { collectBus } from '../../app/bus/collect-bus.ts';
import type { Removal } from '../../cluster/housekeeping/plan-removal.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { sizeText } from '../../contracts/text/size-text.ts';
import { shownBus } from '../../laws/network/bus-address.ts';
import { counted } from '../../view/pages.ts';
import { ago } from '../../view/spans.ts';
import { namedBus } from '../bus/named-bus.ts';
import { exits, type Terminal } from '../command.ts';
import type { Parsed } from '../flags/flags.ts';
import { printJson } from '../terminal/print-json.ts';

const ofFiles = ['compress-after', 'undo-after', 'max-size'] as const;

type Asked = { readonly given: Parsed['flags']; readonly removeAfter: number; readonly signal: AbortSignal; readonly again: string };

/** `again`: the command line that would do what is shown. Returns the exit code. */
export async function gcBus({ given, removeAfter, signal, again }: Asked, terminal: Terminal): Promise<number> {
  const misplaced = ofFiles.find((name) => given[name] !== undefined);
  if (misplaced !== undefined)
    throw new ArtooError('usage', `--${misplaced} applies to files on this machine, and cannot be combined with --bus`);
  const address = await namedBus({ given, terminal });
  const isAgreed = given.yes === true;
  const removal = await collectBus({ address, removeAfter, signal }, isAgreed);
  if (given.json === true)
    printJson({ done: isAgreed, bus: shownBus(address), ...removal, registers: removal.registers.map(({ name }) => name) }, terminal);
  else for (const line of linesOf(removal, isAgreed, again)) terminal.print(line);
  return exits.ok;
}

function linesOf({ logs, kept, contents, registers, hasWorkers }: Removal, isDone: boolean, again: string): readonly string[] {
  const size = sizeText(contents.reduce((sum, { bytes }) => sum + bytes, 0));
  const verb = isDone ? 'Removed' : 'Remove';
  const isNothing = logs.length === 0 && contents.length === 0 && registers.length === 0;
  return [
    ...(logs.length > 0 ? [`${verb} the logs of ${counted(logs.length, 'ended task')}:`] : []),
    ...logs.map(({ task_id, ended }) => `  ${shortId(task_id)}  ${ago(Date.now() - ended.getTime())}`),
    ...(contents.length > 0 ? [`${verb} ${counted(contents.length, 'content')} that no log refers to, ${size}.`] : []),
    ...(registers.length > 0 ? [`${verb} ${counted(registers.length, 'register')} of tasks, hosts and workers that are gone.`] : []),
    ...(hasWorkers ? ['Contents are kept: workers are connected, and rely on what is on the bus.'] : []),
    ...(isNothing ? ['Nothing to do.'] : []),
    ...(kept > 0 ? [`Left alone: ${counted(kept, 'log')} of tasks that have not ended, or ended more recently.`] : []),
    ...(logs.length > 0 && !isDone
      ? ['A removed task can no longer be continued, forked, replayed or audited from the bus; copies on machines stay.']
      : []),
    ...(isNothing || isDone ? [] : [`Nothing has been done yet. To go ahead:\n  ${again}`]),
  ];
}
