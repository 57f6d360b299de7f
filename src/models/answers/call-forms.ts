/** The marks that model families print around tool calls, and how to read what is between them. */
import type { Json } from '../../contracts/shapes/json.ts';
import { callsOf, type PrintedCall } from './call-object.ts';
import type { Cursor } from './cursor.ts';

/** Undefined if the calls cannot be read or are incomplete. */
type Calls = readonly PrintedCall[] | undefined;

export type CallForm = {
  /** Matches the opening mark: the source of a pattern with the flags `i` and `m`. */
  readonly opens: string;
  /** Whether the marks are special tokens, reserved for calls, which therefore do not occur in prose. */
  readonly isSpecial: boolean;
  /** Reads from after the opening mark up to and including the closing mark. */
  read(cursor: Cursor, opening: string): Calls;
};

/** Hermes and Qwen put an object in the tag; Qwen Coder and GLM each use tags instead. */
const toolCall: CallForm = {
  opens: '<tool_call>',
  isSpecial: false,
  read(cursor) {
    const tagged = cursor.take(/\s*<function=([^<>\s]+)>/y);
    if (tagged) return closed(cursor, /\s*<\/tool_call>/y, functionBody(cursor, tagged[1]));
    const name = cursor.take(/\s*([\w.-]+)\s*(?=<arg_key>)/y);
    if (name)
      return ended(
        cursor,
        /\s*<\/tool_call>/y,
        named(name[1], parameters(cursor, /\s*<arg_key>([^<>]+)<\/arg_key>\s*<arg_value>/y, 'arg_value')),
      );
    return closed(cursor, /\s*<\/tool_call>/y, within(cursor.takeJson()));
  },
};

/** Llama, with an object inside, and Qwen Coder when it omits `<tool_call>`. */
const functionTag: CallForm = {
  opens: String.raw`<function=[^<>\s]+>`,
  isSpecial: false,
  read(cursor, opening) {
    const calls = functionBody(cursor, opening.slice('<function='.length, -1));
    cursor.take(/\s*<\/tool_call>/y);
    return calls;
  },
};

function functionBody(cursor: Cursor, name: string | undefined): Calls {
  if (cursor.take(/\s*(?=\{)/y)) return closed(cursor, /\s*<\/function>/y, named(name, cursor.takeJson()));
  return ended(cursor, /\s*<\/function>/y, named(name, parameters(cursor, /\s*<parameter=([^<>]+)>/y, 'parameter')));
}

/** Claude. */
const invocations: CallForm = {
  opens: '<function_calls>',
  isSpecial: false,
  read: (cursor) =>
    closed(
      cursor,
      /\s*<\/function_calls>/y,
      several(cursor, /\s*<invoke name="([^"<>]+)">/y, ([, name]) =>
        ended(cursor, /\s*<\/invoke>/y, named(name, parameters(cursor, /\s*<parameter name="([^"<>]+)">/y, 'parameter'))),
      ),
    ),
};

/** What small models without marks write: `Tool call: glob {…}`, sometimes in a code fence. */
const label: CallForm = {
  opens: String.raw`^[ \t]*(?:\*\*)?tool[ _]calls?:(?:\*\*)?`,
  isSpecial: false,
  read(cursor) {
    const fence = cursor.take(/\s*(?:```|~~~)\w*/y);
    const name = cursor.take(/\s*`?([\w.-]+)`?\s*(?=\{)/y);
    const calls = name ? named(name[1], cursor.takeJson()) : within(cursor.takeJson());
    return fence ? closed(cursor, /\s*(?:```|~~~)/y, calls) : calls;
  },
};

/** Mistral: a list or, since 2025, a name and an object. */
const mistral: CallForm = {
  opens: String.raw`\[TOOL_CALLS\]`,
  isSpecial: true,
  read(cursor) {
    const name = cursor.take(/\s*([\w.-]+)\s*(?:\[CALL_ID\]\s*[\w-]+\s*)?(?:\[ARGS\])?\s*(?=\{)/y);
    return name ? named(name[1], cursor.takeJson()) : within(cursor.takeJson());
  },
};

const llama: CallForm = {
  opens: String.raw`<\|python_tag\|>`,
  isSpecial: true,
  read: (cursor) => several(cursor, /(?:\s*;)?\s*(?=\{)/y, () => within(cursor.takeJson())),
};

/** gpt-oss. */
const harmony: CallForm = {
  opens: String.raw`(?:<\|start\|>assistant)?(?:<\|channel\|>commentary to=functions\.[\w.-]+| to=functions\.[\w.-]+<\|channel\|>commentary)[^<]{0,100}(?:<\|constrain\|>[^<]{0,100})?<\|message\|>`,
  isSpecial: true,
  read: (cursor, opening) =>
    closed(
      cursor,
      /\s*(?:<\|(?:call|end)\|>|(?=<\|(?:start|channel)\|>))/y,
      named(/ to=functions\.([\w.-]+)/i.exec(opening)?.[1], cursor.takeJson()),
    ),
};

/** DeepSeek: up to V3 with the word `function` and a fence, since V3.1 without. */
const deepseek: CallForm = {
  opens: '<｜tool▁calls▁begin｜>',
  isSpecial: true,
  read: (cursor) =>
    closed(
      cursor,
      /\s*<｜tool▁calls▁end｜>/y,
      several(
        cursor,
        /\s*<｜tool▁call▁begin｜>\s*(?:function<｜tool▁sep｜>\s*([\w.-]+)\s*```(?:json)?|([\w.-]+)\s*<｜tool▁sep｜>)/y,
        ([, fenced, plain]) => {
          const calls = named(fenced ?? plain, cursor.takeJson());
          return closed(cursor, /\s*<｜tool▁call▁end｜>/y, fenced === undefined ? calls : ended(cursor, /\s*```/y, calls));
        },
      ),
    ),
};

const kimi: CallForm = {
  opens: String.raw`<\|tool_calls_section_begin\|>`,
  isSpecial: true,
  read: (cursor) =>
    closed(
      cursor,
      /\s*<\|tool_calls_section_end\|>/y,
      several(cursor, /\s*<\|tool_call_begin\|>\s*(?:functions\.)?([\w.-]+):\d+\s*<\|tool_call_argument_begin\|>/y, ([, name]) =>
        closed(cursor, /\s*<\|tool_call_end\|>/y, named(name, cursor.takeJson())),
      ),
    ),
};

export const callForms: readonly CallForm[] = [toolCall, functionTag, invocations, label, mistral, llama, harmony, deepseek, kimi];

const within = (value: Json | undefined): Calls => (value === undefined ? undefined : callsOf(value));

const named = (tool: string | undefined, input: Json | undefined): Calls =>
  tool === undefined || input === undefined ? undefined : [{ tool, input }];

/** The calls, if the closing mark comes next. */
const ended = (cursor: Cursor, closes: RegExp, calls: Calls): Calls => (calls && cursor.take(closes) ? calls : undefined);

/** The calls, if the closing mark or the end of the text comes next: after a complete object, the mark may be missing. */
const closed = (cursor: Cursor, closes: RegExp, calls: Calls): Calls =>
  ended(cursor, closes, calls) ?? (calls && cursor.isAtEnd ? calls : undefined);

/** Calls in sequence; if a single one is unreadable, all of them count as unreadable. */
function several(cursor: Cursor, opens: RegExp, read: (opening: RegExpExecArray) => Calls): Calls {
  const all: PrintedCall[] = [];
  for (let opening = cursor.take(opens); opening; opening = cursor.take(opens)) {
    const calls = read(opening);
    if (!calls) return undefined;
    all.push(...calls);
  }
  return all.length > 0 ? all : undefined;
}

/** Named values between tags. If a value may have ended before its closing tag, or a name occurs twice, the meaning is unclear and nothing is read. */
function parameters(cursor: Cursor, opens: RegExp, tag: string): Json | undefined {
  const values = new Map<string, Json>();
  for (let opening = cursor.take(opens); opening; opening = cursor.take(opens)) {
    const name = opening[1]?.trim() ?? '';
    const value = cursor.takeUntil(`</${tag}>`);
    if (value === undefined || value.includes(`<${tag}`) || values.has(name)) return undefined;
    values.set(name, typed(value));
  }
  return Object.fromEntries(values);
}

/** Numbers and booleans are parsed; anything else is text, even if it looks like an object, since it may be the content of a file. Line breaks next to the tags are dropped. */
function typed(written: string): Json {
  const text = written.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text) ? Number(text) : text;
}
