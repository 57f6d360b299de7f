/** The chain: each line holds the hash of the previous line and its own, which reveals changes, removals, additions and reordering. Pure. */
import { hash as digest } from 'node:crypto';

/** A line of the chain, by its number and its hash. */
export type Link = { readonly n: number; readonly hash: string };

/** The link before the first line. */
export const genesis: Link = { n: -1, hash: '0'.repeat(64) };

/** Everything in a line except the fields for its place in the chain. */
export type Body = Readonly<Record<string, unknown>> & { readonly ts: string; readonly kind: string };

/** The text of the line that follows `last`, without its line break. */
export function chained(last: Link, body: Body): { readonly text: string; readonly link: Link } {
  const n = last.n + 1;
  const sealed = `{"prev":"${last.hash}","n":${n},${JSON.stringify(body).slice(1, -1)}`;
  const hash = sha256(sealed);
  return { text: `${sealed}${tail(hash)}`, link: { n, hash } };
}

/** A line's place in the chain. */
export type Linked = Link & {
  readonly prev: string;
  /** Whether the hash in the line matches its text. */
  readonly isIntact: boolean;
};

/** The place of a line in the chain; undefined for any other text. */
export function linkIn(text: string): Linked | undefined {
  const { prev, n } = head.exec(text)?.groups ?? {};
  const { hash } = end.exec(text.slice(-tailLength))?.groups ?? {};
  if (prev === undefined || n === undefined || hash === undefined) return undefined;
  return { prev, n: Number(n), hash, isIntact: sha256(text.slice(0, -tailLength)) === hash };
}

/** The hash at the end of a line, which identifies it; empty for a text that is not a line. The rest of the text is not read. */
export const hashIn = (text: string): string => end.exec(text.slice(-tailLength))?.groups?.hash ?? '';

const head = /^\{"prev":"(?<prev>[0-9a-f]{64})","n":(?<n>\d{1,15}),/;
const tail = (hash: string): string => `,"hash":"${hash}"}`;
const end = /^,"hash":"(?<hash>[0-9a-f]{64})"\}$/;
const tailLength = tail(genesis.hash).length;

const sha256 = (text: string): string => digest('sha256', text);
