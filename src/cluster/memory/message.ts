/** A message about a memory, in the form in which it is on the bus. Its subject names the memory by a hash, so that no subject contains any of its words. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { record } from '../../contracts/shapes/shape.ts';
import { explain } from '../../contracts/text/explain.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { StoredMemory } from '../../memory/keeper.ts';
import { checkMegram } from '../../memory/records/write.ts';
import type { News } from '../../memory/replica/outbox.ts';
import type { Told } from '../../memory/replica/replica.ts';
import type { Names } from '../names.ts';
import type { Stored } from '../read.ts';

/** Raised with every change that an older version of artoo would misread. */
const version = 1;

const Versioned = record({ v: z.int().min(1) });
const Message = record({ v: z.literal(version), said: StoredMemory });

/** Stands for the id of a memory in the subject. */
export const hashOf = (id: string): string => hash('sha256', id, 'hex');

/** The subject of a message. */
export const subjectOf = (names: Names, { kind, said }: News): string => names.memory(hashOf(said.id), kind);

export const encodeNews = ({ said }: News): Uint8Array => new TextEncoder().encode(JSON.stringify({ v: version, said }));

/** Throws `memory_too_new` for a message from a newer version of artoo, `memory_refused` for one that no version has sent. */
export function decodeNews(names: Names, { subject, data, at }: Pick<Stored, 'subject' | 'data' | 'at'>): Told {
  const value = parsedJson(new TextDecoder().decode(data));
  const written = Versioned.safeParse(value).data?.v ?? version;
  if (written > version)
    throw new ArtooError(
      'memory_too_new',
      `a memory on the bus has version ${written}; this version of artoo reads only versions up to ${version}`,
    );
  const parsed = Message.safeParse(value);
  if (!parsed.success) throw refused(subject, explain(parsed.error));
  const { said } = parsed.data;
  const kind = (['written', 'recalled', 'facts', 'gone'] as const).find((each) => names.memory(hashOf(said.id), each) === subject);
  if (kind === undefined) throw refused(subject, 'it is about another memory');
  if ((kind === 'written') !== (said.megram !== null)) throw refused(subject, 'it does not match its subject');
  if ((kind === 'gone') !== (said.forgotten?.purged === true)) throw refused(subject, 'it does not match its subject');
  if (said.megram && said.megram.id !== said.id) throw refused(subject, 'it has two ids');
  try {
    if (said.megram) checkMegram(said.megram);
  } catch (error) {
    throw refused(subject, asArtooError(error, 'memory_refused').message);
  }
  return { said, at };
}

const refused = (subject: string, why: string): ArtooError =>
  new ArtooError('memory_refused', `a message on the bus was rejected as a memory (${subject}): ${why}`);
