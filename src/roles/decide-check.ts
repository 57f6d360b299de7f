/** The verdict on a check, decided by code from what was seen of the world or from the output itself. */
import type { Check, CriterionVerdict } from '../contracts/criteria.ts';
import type { Json } from '../contracts/json.ts';
import type { Observation } from '../tools/observe.ts';

export type Finding = Pick<CriterionVerdict, 'verdict' | 'evidence'>;

/** The checks that can be decided here. */
export const supportedChecks = ['file_exists', 'output_contains'] as const;

/** Whether the world must be looked at for this check. */
export const needsLook = (check: Check | undefined): check is Check => check?.kind === 'file_exists';

/** `observation` is what was seen, where the check needs a look. What cannot be decided is unverifiable, and so never passes. */
export function decideCheck(check: Check | undefined, output: Json, observation?: Observation): Finding {
  if (!check) return { verdict: 'unverifiable', evidence: 'the criterion has no check' };
  if (check.kind === 'output_contains') return quote(textOf(output), check.text);
  if (check.kind !== 'file_exists' || observation?.of !== 'file')
    return { verdict: 'unverifiable', evidence: whyUnseen(check, observation) };
  const { path, bytes } = observation;
  return bytes === null ? { verdict: 'fail', evidence: `${path} is not there` } : { verdict: 'pass', evidence: `${path}, ${bytes} bytes` };
}

const whyUnseen = ({ kind }: Check, observation: Observation | undefined): string =>
  observation?.of === 'nothing' ? observation.why : `a ${kind} check cannot be made`;

/** Where there is no output nothing is in it, not even the word null. */
const textOf = (output: Json): string => (typeof output === 'string' ? output : output === null ? '' : JSON.stringify(output));

/** How much of the output around a quote is kept as evidence. */
const around = 40;

function quote(output: string, text: string): Finding {
  const at = output.indexOf(text);
  if (at === -1) return { verdict: 'fail', evidence: `the output does not contain "${text}"` };
  const cut = output.slice(Math.max(0, at - around), at + text.length + around);
  return { verdict: 'pass', evidence: cut.replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '') }; // without half a character at the cut
}
