/** The JSON schema that the answer of a task must conform to, from its file. */
import { readFile, stat } from 'node:fs/promises';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError } from '../contracts/errors.ts';
import { Json } from '../contracts/shapes/json.ts';
import { visible } from '../contracts/text/visible.ts';
import { schemaFaults } from '../tools/observing/json-schema.ts';

/** The limit on the file, because the schema goes into prompts and into the journal. */
const maxBytes = 65_536;

/** Throws `usage`, naming the line that is wrong. */
export async function readOutputSchema(path: string): Promise<Json> {
  const wrong = (why: string, cause?: unknown) => new ArtooError('usage', `--output-schema ${visible(path)}: ${why}`, { cause });
  const found = await stat(path).catch((cause) => {
    throw wrong(
      errnoOf(cause) === 'ENOENT' ? 'there is no such file (ENOENT)' : `cannot be read: ${errnoOf(cause) ?? cause.message}`,
      cause,
    );
  });
  if (!found.isFile()) throw wrong('is not a file');
  if (found.size > maxBytes) throw wrong(`has ${found.size} bytes, but at most ${maxBytes} are allowed`);
  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  const { schema, fault } = parse(text);
  if (fault) throw wrong(`line ${fault.line}: ${fault.why}`);
  return schema;
}

type Fault = { readonly line: number; readonly why: string };

function parse(text: string): { readonly schema: Json; readonly fault?: Fault } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    const line = Number(/\(line (\d+) /.exec(said)?.[1] ?? text.trimEnd().split('\n').length);
    return { schema: null, fault: { line, why: `is not JSON (${visible(said.replace(/ \(line.*/, ''))})` } };
  }
  const schema = Json.safeParse(value);
  if (!schema.success) return { schema: null, fault: { line: 1, why: 'is nested too deeply, or has a number that is too large' } };
  const [first] = schemaFaults(schema.data);
  if (!first) return { schema: schema.data };
  const where = first.at === '' ? 'the schema' : visible(first.at);
  return { schema: null, fault: { line: lineOf(first.at, text), why: `${where} ${visible(first.why)}` } };
}

/** The line of a value. JSON is also YAML, whose parser knows the positions of values. */
function lineOf(pointer: string, text: string): number {
  const lineCounter = new LineCounter();
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const node = parseDocument(text, { lineCounter }).getIn(names, true);
  return isNode(node) && node.range ? lineCounter.linePos(node.range[0]).line : 1;
}
