/** What a person reads about an entry, as plain data: every view renders the same rows. */
import type { Place } from '../../history/story/place.ts';

export type Row = {
  /** The number of the entry. */
  readonly seq: number;
  /** Who did it; empty in a row that adds to the one above. */
  readonly who: string;
  readonly what: string;
  readonly detail: string;
  /**
   * `main`: the course of the task. `minor`: what an attempt did. `figure`: codes and figures, for people who ask for them. `fine`: what a decision
   * was based on.
   */
  readonly weight: 'main' | 'minor' | 'figure' | 'fine';
  readonly tone: Tone;
  readonly place: Place;
  /** For an outcome: the entry of its call. */
  readonly answers?: number;
};

export type Tone = 'good' | 'bad' | 'fair' | 'plain';

/** A row without its entry; `who` defaults to the sender of the entry. */
export type Phrase = Pick<Row, 'what' | 'detail'> & Partial<Pick<Row, 'who' | 'weight' | 'tone' | 'answers'>>;
type More = Omit<Phrase, 'what' | 'detail'>;

export const phrase = (what: string, detail: string, more: More = {}): Phrase => ({ what, detail, ...more });

/** A phrase that adds to the one before it. */
export const adding = (what: string, detail: string, more: More = {}): Phrase => ({ who: '', what, detail, ...more });

/** One added phrase that contains all of the texts; no phrase if there are no texts. */
export const listing = (what: string, texts: readonly string[], more?: More): readonly Phrase[] =>
  texts.length === 0 ? [] : [adding(what, texts.join(', '), more)];

/** The weights that are not `main`. */
export const minor = { weight: 'minor' } as const;
export const figure = { weight: 'figure' } as const;
export const fine = { weight: 'fine' } as const;
