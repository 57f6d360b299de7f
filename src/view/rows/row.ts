/** What a person is told of an entry, as plain data. Every view renders rows, and none has words of its own for an entry. */
import type { Place } from '../../history/story/place.ts';

export type Row = {
  /** The entry it comes from. */
  readonly seq: number;
  /** Who did it; a row without one adds to the row above. */
  readonly who: string;
  readonly what: string;
  readonly detail: string;
  /** `main`: the task itself. `minor`: what an attempt did on the way. `fine`: what something was decided from. */
  readonly weight: 'main' | 'minor' | 'fine';
  readonly tone: Tone;
  readonly place: Place;
  /** The entry of the call that it came of. */
  readonly answers?: number;
};

export type Tone = 'good' | 'bad' | 'fair' | 'plain';

/** A row before its entry is known; without a `who` it is what the maker of the entry did. */
export type Phrase = Pick<Row, 'what' | 'detail'> & Partial<Pick<Row, 'who' | 'weight' | 'tone' | 'answers'>>;
type More = Omit<Phrase, 'what' | 'detail'>;

/** What the maker of an entry did, unless `more` names someone else. */
export const phrase = (what: string, detail: string, more: More = {}): Phrase => ({ what, detail, ...more });

/** A phrase that adds to the one before it. */
export const adding = (what: string, detail: string, more: More = {}): Phrase => ({ who: '', what, detail, ...more });

/** One added phrase with all of the texts; none where there are none. */
export const listing = (what: string, texts: readonly string[], more?: More): readonly Phrase[] =>
  texts.length === 0 ? [] : [adding(what, texts.join(', '), more)];

/** The weights that are not `main`. */
export const minor = { weight: 'minor' } as const;
export const fine = { weight: 'fine' } as const;
