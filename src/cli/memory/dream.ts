/** `artoo memory dream`: a thorough dream, while the person waits. A model is needed only once there is a rule to make. */
import type { Distiller } from '../../app/memory/distil.ts';
import { homeIn } from '../../config/folders.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { type Distil, dream } from '../../memory/fading/dreamer.ts';
import { dreamLines } from '../../view/memory/dream-lines.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { exitOfError } from '../exit-code.ts';
import { report } from '../terminal/report.ts';
import { useMemory } from './use-memory.ts';

export async function dreamMemory(called: CalledPart): Promise<number> {
  const { signal, terminal } = called;
  let distiller: Distiller | undefined;
  const distil: Distil = async (cluster) => {
    try {
      distiller ??= await distillerFor(called);
      terminal.status?.('putting a rule into words …');
      return await distiller.distil(cluster);
    } catch (cause) {
      throw signal.aborted ? new ArtooError('cancelled', 'the dream was stopped', { cause }) : cause;
    }
  };
  terminal.status?.('dreaming …');
  const result = await useMemory(called, (keeper) => dream(keeper, { distil, extent: 'thorough', signal }));
  const usage = distiller?.usage() ?? null;
  const { failure, ...done } = result;
  const failed = failure ? { code: failure.code, message: failure.message } : null;
  const code = report(called, { ...done, failure: failed, usage }, () => dreamLines(result, { usage, width: terminal.width }));
  if (terminal.cancel.aborted) return exits.cancelled;
  if (terminal.terminate.aborted) return exits.terminated;
  return failure && failure.code !== 'model_unset' ? exitOfError(failure.code) : code;
}

/** Throws `model_unset` if no model is configured, and any error in the settings. */
async function distillerFor({ data, given, signal, terminal: { env, cwd } }: CalledPart): Promise<Distiller> {
  const [{ settle }, { roleModels }, { distilWith }, { dreamLedger }] = await Promise.all([
    import('../../config/settle.ts'),
    import('../../app/wiring/role-models.ts'),
    import('../../app/memory/distil.ts'),
    import('../../history/cost/dream-ledger.ts'),
  ]);
  const { endpoints, task } = await settle({ flags: given, env, cwd, home: homeIn(env), wantsModel: true, signal });
  if (!endpoints) throw new ArtooError('model_unset', 'no model is configured');
  return distilWith({ model: roleModels(endpoints).model('R2'), caps: task.caps, signal, ledger: dreamLedger(data) });
}
