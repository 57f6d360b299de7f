/** The front matter of a SKILL.md: the name of a skill, and what the skill is for. All other fields, such as `allowed-tools`, are ignored. */
import { z } from 'zod';
import type { Result } from '../../contracts/result.ts';
import { SkillName } from '../../contracts/skills.ts';
import { oneLine } from '../../contracts/text/shorten.ts';

export type SkillText = { readonly name: string; readonly description: string; readonly body: string };

const maxHead = 16 * 1024;
const maxDescription = 1024;

/** The parts of a SKILL.md, or why it is invalid. */
export async function readSkillText(text: string): Promise<Result<SkillText>> {
  const [, head, body] = /^\uFEFF?---[ \t]*\r?\n(.*?)(?<=\n)---[ \t]*(?:\r?\n|$)(.*)$/s.exec(text) ?? [];
  if (head === undefined || body === undefined)
    return { ok: false, error: 'it has no front matter: it must begin with name and description between two lines ---' };
  if (head.length > maxHead) return { ok: false, error: 'its front matter is longer than 16 KiB' };
  const values = await valuesIn(head);
  if (!values.ok) return values;
  const read = Head.safeParse(values.value);
  const [fault] = read.success ? [] : read.error.issues;
  return read.success
    ? { ok: true, value: { ...read.data, body: body.trim() } }
    : { ok: false, error: oneLine(fault?.message ?? 'its front matter cannot be read', 200) };
}

const Head = z.object(
  {
    name: z.string({ error: 'its name is missing, or not text' }).refine((name) => SkillName.safeParse(name).success, {
      error: 'its name must be lower-case letters and digits, with single hyphens between them, at most 64',
    }),
    description: z
      .string({ error: 'its description is missing, or not text' })
      .trim()
      .min(1, { error: 'its description is empty' })
      .max(maxDescription, { error: `its description is longer than ${maxDescription} characters` })
      .refine((text) => !/[^\P{Cc}\t\r\n]/u.test(text), { error: 'its description contains control characters' })
      .transform((text) => oneLine(text, maxDescription)),
  },
  { error: 'its front matter is not a list of keys and values' },
);

/** Parses YAML; the parser is loaded only if a skill is found. */
async function valuesIn(head: string): Promise<Result<unknown>> {
  const { parseDocument } = await import('yaml');
  try {
    const document = parseDocument(head, { prettyErrors: false, logLevel: 'silent' });
    const [error] = document.errors;
    if (error) return { ok: false, error: `its front matter is not YAML: ${oneLine(error.message, 120)}` };
    return { ok: true, value: document.toJS({ maxAliasCount: 10 }) };
  } catch (error) {
    return { ok: false, error: `its front matter is not YAML: ${oneLine(error instanceof Error ? error.message : String(error), 120)}` };
  }
}
