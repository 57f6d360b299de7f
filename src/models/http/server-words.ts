/** A server's own message about an error, wherever in the body it is, short and on one line. */
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { oneLine } from '../../contracts/text/shorten.ts';

export type ServerWords = {
  readonly text: string;
  /** Every text that names the kind of error, in lower case, to search for known phrases. */
  readonly marks: string;
  /** A status given in the body instead of the response line. */
  readonly status: number | undefined;
  /** Whether the body is an error of an API rather than a page of a web server. */
  readonly isError: boolean;
};

const maxWords = 300;
/** The longest body that is read: no error message is longer. */
const maxReadBytes = 100_000;

/** Reads the body of an answer, parsed or not. Never throws. `hidden` removes secrets before anything is shortened. */
export function serverWords(body: unknown, hidden: (text: string) => string): ServerWords {
  const said = (text: string, marks: string, status: number | undefined, isError: boolean): ServerWords => ({
    text: oneLine(hidden(text), maxWords),
    marks: marks.toLowerCase(),
    status,
    isError,
  });
  const found = typeof body === 'string' ? parsedJson(body.slice(0, maxReadBytes)) : body;
  const [first] = Array.isArray(found) ? found : [found];
  if (!isObject(first)) return said(typeof body === 'string' ? plain(body) : '', '', undefined, false);
  const error = isObject(first.error) ? first.error : first;
  const raw = isObject(error.metadata) ? error.metadata.raw : undefined; // where a router puts the message of the real server
  const messages = [error.message, first.error, first.detail, first.message, raw].map(words).filter((text) => text !== '');
  const kinds = [error.type, error.code, error.status, error.reason, ...reasons(error.details)].map(words);
  const text = [...new Set(messages)].join(': ') || (typeof body === 'string' ? body.slice(0, maxWords * 4) : '');
  const isError = 'error' in first || (messages.length > 0 && kinds.some((kind) => kind !== ''));
  return said(text, [...kinds, text].join(' '), statusIn(error), isError);
}

/** The title of a web page, or its visible text. */
function plain(body: string): string {
  const start = body.slice(0, 10_000);
  if (!/<(?:!doctype|html|head|body)\b/i.test(start)) return start;
  const title = /<title[^>]*>([^<]*)/i.exec(start)?.[1]?.trim();
  return title || start.replaceAll(/<(style|script)\b[^<]*<\/\1>/gi, ' ').replaceAll(/<[^>]*>/g, ' ');
}

function words(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map((item) => words(isObject(item) ? (item.msg ?? item.message) : item)).join('; ');
  return '';
}

const reasons = (details: unknown): readonly unknown[] => (Array.isArray(details) ? details.map((one) => isObject(one) && one.reason) : []);

function statusIn(error: Readonly<Record<string, unknown>>): number | undefined {
  return [error.statusCode, error.code, error.status].map(Number).find((code) => code >= 400 && code < 600);
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
