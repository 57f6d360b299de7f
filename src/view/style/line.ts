/** A line on a screen as data: pieces of text, each with a style. Every view makes such lines; only `paint` deals with terminals. */
import { widthOf } from '../wrap.ts';

/** What a piece of text means, not how it looks. */
export type Style = 'plain' | 'strong' | 'muted' | 'accent' | 'good' | 'bad' | 'fair' | 'code' | 'emphasis' | 'link' | 'added' | 'removed';

export type Span = { readonly text: string; readonly style: Style };

export type Line = readonly Span[];

export const span = (text: string, style: Style = 'plain'): Span => ({ text, style });

/** A line in one style. */
export const line = (text: string, style: Style = 'plain'): Line => (text === '' ? [] : [span(text, style)]);

export const textOf = (spans: Line): string => spans.map(({ text }) => text).join('');

/** How many columns a line takes. */
export const lineWidth = (spans: Line): number => spans.reduce((sum, { text }) => sum + widthOf(text), 0);
