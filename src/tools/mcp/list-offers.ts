/** What a server offers besides tools: resources, which are read by address, and prompts, which are texts with placeholders. */
import { z } from 'zod';
import { listOf, record } from '../../contracts/shapes/shape.ts';
import type { Connection } from './connection.ts';

export const Offers = record({
  resources: listOf(record({ uri: z.string(), name: z.string() })),
  prompts: listOf(
    record({
      name: z.string(),
      description: z.string(),
      arguments: listOf(record({ name: z.string(), isRequired: z.boolean() })),
    }),
  ),
});
export type Offers = z.infer<typeof Offers>;

const maxOffered = 500;
const maxLength = 500;
const limitMs = 10_000;

/** Leaves out whatever a server does not offer, or fails to list. */
export async function listOffers({ client }: Connection, signal: AbortSignal): Promise<Offers> {
  const options = { signal, timeout: limitMs };
  const { resources, prompts } = client.getServerCapabilities() ?? {};
  const [listedResources, listedPrompts] = await Promise.all([
    resources ? client.listResources(undefined, options).then((listed) => listed.resources, nothing) : [],
    prompts ? client.listPrompts(undefined, options).then((listed) => listed.prompts, nothing) : [],
  ]);
  signal.throwIfAborted();
  return {
    resources: listedResources
      .slice(0, maxOffered)
      .filter(({ uri }) => uri.length <= maxLength)
      .map(({ uri, name }) => ({ uri, name: name.slice(0, maxLength) })),
    prompts: listedPrompts.slice(0, maxOffered).flatMap(({ name, description = '', arguments: wanted = [] }) =>
      name.length > maxLength
        ? []
        : [
            {
              name,
              description: description.slice(0, maxLength),
              arguments: wanted.slice(0, 50).map((each) => ({ name: each.name.slice(0, maxLength), isRequired: each.required === true })),
            },
          ],
    ),
  };
}

const nothing = (): readonly never[] => [];

/** A resource as data, text or binary. Rejects with an error in words. */
export async function readResource(
  { client }: Connection,
  uri: string,
  limits: { signal: AbortSignal; timeout: number },
): Promise<Uint8Array> {
  const { contents } = await client.readResource({ uri }, limits);
  const parts = contents.map((part) => ('text' in part ? Buffer.from(part.text) : Buffer.from(part.blob, 'base64')));
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  if (size === 0) throw new Error('its resource is empty');
  const separated = parts.flatMap((part, at) => (at === 0 ? [part] : [Buffer.from('\n'), part]));
  return Buffer.concat(separated);
}

/** The text of a prompt, with placeholders replaced. Rejects with an error in words. */
export async function promptText(
  { client }: Connection,
  name: string,
  values: Readonly<Record<string, string>>,
  limits: { signal: AbortSignal; timeout: number },
): Promise<string> {
  const { messages } = await client.getPrompt({ name, arguments: { ...values } }, limits);
  const texts = messages.flatMap(({ content }) => {
    if (content.type === 'text') return [content.text];
    return content.type === 'resource' && 'text' in content.resource ? [content.resource.text] : [];
  });
  const text = texts.join('\n\n').trim();
  if (text === '') throw new Error('it has no text');
  return text;
}
