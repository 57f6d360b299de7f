/** What a command would do, as data for the program that asked. Pure. */
import type { Tried } from '../app/try-command.ts';
import { law1Mark } from '../contracts/text/law-mark.ts';
import type { TryOutput } from './tool-shapes.ts';

/** A command that ran without any of its effects becoming real. */
export type Judged = Tried & { readonly containment: string };

export function triedOutput({ result, refused, containment }: Judged): TryOutput {
  const { harm } = refused ?? {};
  const effects = (harm?.effects ?? result.changed ?? []).map(({ path, change }) => ({ path, change }));
  const verdict =
    refused?.by === 'rule' ? 'forbidden' : refused ? 'needs_yes' : result.exit_code === undefined && result.error ? 'failed' : 'free';
  return {
    verdict,
    exit_code: result.exit_code ?? null,
    reason: harm
      ? `${law1Mark}${harm.denied === undefined ? harm.reason : `the rule ${harm.denied} forbids it`}`
      : (result.error?.message ?? null),
    rule: refused && refused.by !== 'rule' ? (harm?.rule ?? null) : null,
    ...{ effects, more: harm?.more ?? 0, network: harm?.network ?? false, output: result.output, containment },
  };
}
