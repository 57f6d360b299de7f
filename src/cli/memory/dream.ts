/** `artoo memory dream`: a whole dream, while the person waits. A model is looked for when the first rule is to be made. */
import type { Distiller } from '../../app/memory/distil.ts';
import { homeIn } from '../../config/folders.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { type Distil, type Dreamt, dream } from '../../memory/fading/dreamer.ts';
import { dreamLines } from '../../view/memory/dream-lines.ts';
import { exits } from '../command.ts';
import { exitOfError } from '../exit-code.ts';
import { printJson } from '../terminal/print-json.ts';
import { lookAtMemory, type MemoryErrand } from './memory-command.ts';

export async function dreamMemory(errand: MemoryErrand): Promise<number> {
  const { json, signal, terminal } = errand;
  let distiller: Distiller | undefined;
  const distil: Distil = async (cluster) => {
    try {
      distiller ??= await distillerFor(errand);
      terminal.status?.('a rule is put into words …');
      return await distiller.distil(cluster);
    } catch (cause) {
      throw signal.aborted ? new ArtooError('cancelled', 'it was stopped', { cause }) : cause;
    }
  };
  terminal.status?.('dreaming …');
  const dreamt = await lookAtMemory(errand, (keeper) => dream(keeper, { distil, extent: 'thorough', signal }));
  const usage = distiller?.usage() ?? null;
  if (json) printJson(asJson(dreamt, usage), terminal);
  else for (const line of dreamLines(dreamt, { usage, width: terminal.width })) terminal.print(line);
  if (terminal.cancel.aborted) return exits.cancelled;
  if (terminal.terminate.aborted) return exits.terminated;
  const { failure } = dreamt;
  return failure && failure.code !== 'model_unset' ? exitOfError(failure.code) : exits.ok;
}

/** Throws `model_unset` where there is nobody to ask, and what is wrong with the settings. */
async function distillerFor({ data, given, signal, terminal: { env, cwd } }: MemoryErrand): Promise<Distiller> {
  const [{ settle }, { roleModels }, { distilWith }, { dreamLedger }] = await Promise.all([
    import('../../config/settle.ts'),
    import('../../app/role-models.ts'),
    import('../../app/memory/distil.ts'),
    import('../../history/cost/dream-ledger.ts'),
  ]);
  const { endpoints, task } = await settle({ flags: given, env, cwd, home: homeIn(env), wantsModel: true, signal });
  if (!endpoints) throw new ArtooError('model_unset', 'no model is configured');
  return distilWith({ model: roleModels(endpoints).model('R2'), caps: task.caps, signal, ledger: dreamLedger(data) });
}

const asJson = ({ failure, ...dreamt }: Dreamt, usage: object | null): object => ({
  ...dreamt,
  failure: failure ? { code: failure.code, message: failure.message } : null,
  usage,
});
