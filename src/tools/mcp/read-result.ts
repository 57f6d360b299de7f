/** A server's answer to a call, as the result of a tool: text and data, limited in size. Pure. */
import type { CallToolResult } from '@modelcontextprotocol/client';
import { Json } from '../../contracts/shapes/json.ts';
import { headAndTail } from '../../contracts/text/shorten.ts';
import { failed, succeeded, type ToolResult } from '../tool.ts';
import { boundedMisfits } from './bounded-check.ts';
import type { Definition } from './definition.ts';

/** The number of characters of an answer that are kept. */
const maxLength = 512 * 1024;

export function readResult(answer: CallToolResult, definition: Definition): ToolResult {
  const whole = textOf(answer);
  const output = headAndTail(whole, maxLength);
  const more = { output, truncated: output !== whole };
  const why = answer.isError ? `${nameOf(definition)} reports an error` : whyUnlikeSchema(answer, definition);
  return why === undefined ? succeeded(output, more) : { ...failed('failed', why), ...more };
}

/** Structured content first, as JSON; then the other parts, except for a text that only repeats it. */
function textOf({ content, structuredContent }: CallToolResult): string {
  const data = structuredContent === undefined ? undefined : Json.safeParse(structuredContent).data;
  const parts = content.map(partText).filter((text) => data === undefined || !repeats(text, data));
  return [...(data === undefined ? [] : [JSON.stringify(data, null, 2)]), ...parts].join('\n\n');
}

function repeats(text: string, data: Json): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(data);
  } catch {
    return false;
  }
}

type Part = CallToolResult['content'][number];

/** Parts other than text are only named: a model that reads text cannot use them, and they are not evidence. */
function partText(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `[artoo: ${part.type} of type ${oneWord(part.mimeType)}, ${sizeOf(part.data)}; not shown]`;
    case 'resource_link':
      return `[artoo: a link to the resource ${oneWord(part.uri)}]${part.description === undefined ? '' : ` ${part.description}`}`;
    case 'resource':
      return 'text' in part.resource
        ? `[artoo: the resource ${oneWord(part.resource.uri)}]\n${part.resource.text}`
        : `[artoo: the resource ${oneWord(part.resource.uri)}, ${sizeOf(part.resource.blob)}; not shown]`;
    default:
      return '[artoo: a part of an unknown kind; not shown]';
  }
}

/** A text of this kind becomes part of a note by artoo, and must not be able to end the note. */
const oneWord = (text: string): string => text.replaceAll(/[\s\p{C}\]]/gu, '').slice(0, 500);
/** The size of base64 data: four characters encode three bytes. */
const sizeOf = (data: string): string => `${Math.ceil((data.length * 3) / 4 / 1024)} KiB`;

function whyUnlikeSchema({ structuredContent }: CallToolResult, definition: Definition): string | undefined {
  const { output } = definition;
  if (output === undefined) return undefined;
  const unlike = `the answer from ${nameOf(definition)} does not conform to the output schema that its server declares`;
  const data = structuredContent === undefined ? undefined : Json.safeParse(structuredContent).data;
  if (data === undefined) return `${unlike}: it has no structured content`;
  const [first] = boundedMisfits(output, data) ?? [];
  return first && `${unlike}: ${first.at || 'the whole'} ${first.why}`;
}

const nameOf = ({ server, tool }: Definition): string => `${server}/${tool}`;
