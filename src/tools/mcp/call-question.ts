/** The questions about a call to an MCP server's tool: whether it may be made, and what the server asks during the call. Pure. */
import { hash } from 'node:crypto';
import type { Form } from '../../contracts/questions/form.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import type { Harm } from '../tool.ts';
import type { Question } from './call-under-way.ts';
import { type Annotations, type Definition, pinText } from './definition.ts';
import { isPlain } from './read-form.ts';

type Input = Readonly<Record<string, Json>>;

/** An approval is valid for this tool of this server as it is defined now, with this input. */
export const callHash = (definition: Definition, input: Input): string => digest('call', definition, JSON.stringify(input));

const digest = (what: string, definition: Definition, ...parts: readonly string[]): string =>
  hash('sha256', JSON.stringify(['mcp', what, definition.server, definition.tool, pinText(definition), ...parts]));

/** Asks whether to make the call. The server's claims about its tool are shown as the server's own words. */
export function callHarm(definition: Definition, input: Input, why: { reason: string; rule?: string | undefined; denied?: string }): Harm {
  const { server, tool, annotations } = definition;
  const claim = why.denied === undefined ? claimIn(annotations) : '';
  return {
    action: `${server}/${tool} ${JSON.stringify(input, null, 2)}`,
    effects: [],
    more: 0,
    network: false,
    reason: `${why.reason}${claim === '' ? '' : `; its server says that the tool ${claim}`}`,
    hash: callHash(definition, input),
    rule: why.rule ?? null,
    ...(why.denied === undefined ? {} : { denied: why.denied }),
  };
}

function claimIn({ readOnlyHint, destructiveHint }: Annotations = {}): string {
  if (readOnlyHint === true) return 'only reads';
  if (destructiveHint === true) return 'may destroy something';
  return destructiveHint === false ? 'destroys nothing' : '';
}

const ofQuestion = 'question ';

/** Whether an approval answers a question that a server asked during a call, not the question about the call itself. */
export const isAnswer = (approved: string | undefined): boolean => approved?.startsWith(ofQuestion) === true;

/** What the server asks the person during the call. `seq` distinguishes equal questions of one call. */
export const questionHarm = (definition: Definition, { message }: Question, form: Form, seq: string): Harm => ({
  action: `${definition.server}/${definition.tool} asks: ${message.slice(0, 4_000)}`,
  ...{ effects: [], more: 0, network: false, rule: null },
  reason: 'its server asks you this, and continues with your answer',
  hash: `${ofQuestion}${digest('question', definition, message, seq)}`,
  ...(isPlain(form) ? {} : { form }),
});
