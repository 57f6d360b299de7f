/** The Dreamer: forgets, demotes, and makes rules from what has proved useful. One dream at a time across all processes (SPEC §6). */
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { lazily } from '../../contracts/lazily.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import type { Cluster, Extent, Keeper } from '../keeper.ts';

/** Puts what a cluster has in common into words. If this throws, the cluster stays as it was. */
export type Distil = (cluster: Cluster) => Promise<string>;

export type DreamOptions = {
  /** Without this, no rules are made. */
  readonly distil?: Distil | undefined;
  readonly extent?: Extent;
  /** Stops the dream between two clusters. */
  readonly signal?: AbortSignal | undefined;
};

export type DreamResult = {
  readonly forgotten: number;
  readonly demoted: number;
  readonly promoted: number;
  /** How many clusters are still due to become a rule. */
  readonly due: number;
  /** How many tags were verified, and how many of these had to be rebuilt. */
  readonly verified: number;
  readonly rebuilt: number;
  /** The ids of the rules that were made. */
  readonly rules: readonly string[];
  /** Whether nothing was done because another process was dreaming. */
  readonly busy: boolean;
  /** Why no more rules were made; the next dream tries again. */
  readonly failure: ArtooError | undefined;
};

/** The limit on rules made in one dream. */
const maxRules = 100;

const nothing = { forgotten: 0, demoted: 0, promoted: 0, due: 0, verified: 0, rebuilt: 0, rules: [], busy: true, failure: undefined };

/** Rejects with an ArtooError if the memory cannot be reached or written. */
export const dream = async (keeper: Keeper, options: DreamOptions = {}): Promise<DreamResult> =>
  (await keeper.alone(() => dreamAlone(keeper, options))) ?? nothing;

async function dreamAlone(keeper: Keeper, { distil, extent = 'usual', signal }: DreamOptions): Promise<DreamResult> {
  const swept = await keeper.sweep({ extent });
  const { clusters, more } = await keeper.due({ most: distil ? maxRules : 0 });
  const made = distil ? await consolidate(keeper, clusters, distil, signal) : { rules: [], failure: undefined };
  return { ...swept, ...made, promoted: made.rules.length, due: clusters.length + more - made.rules.length, busy: false };
}

/**
 * Makes one model call for each cluster. If the model cannot be reached or paid for, the next call would fail too, so the dream stops; after a failure that concerns one
 * cluster alone, it continues.
 */
async function consolidate(keeper: Keeper, clusters: readonly Cluster[], distil: Distil, signal: AbortSignal | undefined) {
  const rules: string[] = [];
  let failure: ArtooError | undefined;
  for (const cluster of clusters) {
    if (signal?.aborted) break;
    const { space, entity, sigma, until } = cluster;
    let content: string;
    try {
      content = asRule(await distil(cluster));
    } catch (error) {
      failure ??= asArtooError(error, 'model_unreachable');
      if (!ofOneCluster.has(asArtooError(error, 'model_unreachable').code)) break;
      continue;
    }
    const { rule } = await keeper.promote({ space, entity, sigma, until, content });
    if (rule !== null) rules.push(rule);
  }
  return { rules, failure };
}

/** Failures that concern one cluster alone. */
const ofOneCluster: ReadonlySet<string> = new Set(['answer_unreadable', 'model_rejected']);

const sentences = lazily(() => new Intl.Segmenter('en', { granularity: 'sentence' }));
const maxSentences = 2;
const maxCharacters = 400;

/** The beginnings of answers that are not a rule: a heading, a list, JSON, code, an apology. */
const noRule = /^\s*(?:[#{[`>]|[-*•] |\d+[.)] |(?:i'?m|i am) (?:sorry|unable)|sorry\b|i (?:can(?:no|')t|cannot)\b|as an ai\b)/i;

/** The rule on one line, at most two sentences. Throws `answer_unreadable` if the answer is empty or not a rule. */
export function asRule(text: string): string {
  const line = oneLine(text, 10 * maxCharacters);
  if (noRule.test(line.replaceAll('’', "'")))
    throw new ArtooError('answer_unreadable', `the model did not answer with a rule: ${oneLine(text, 80)}`);
  if (!/[\p{L}\p{N}]/u.test(line)) throw new ArtooError('answer_unreadable', "the model's answer has no words");
  const first = Array.from(sentences().segment(line), ({ segment }) => segment).slice(0, maxSentences);
  return oneLine(first.join(''), maxCharacters);
}
