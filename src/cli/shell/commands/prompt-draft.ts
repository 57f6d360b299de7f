/** `/server:prompt words`: the text of a server's prompt becomes a draft. The person reads and sends it: a server does not speak for them. */
import type { ServerUse } from '../../../app/resources.ts';
import { ArtooError } from '../../../contracts/errors.ts';
import { nearest } from '../../../contracts/text/nearest.ts';
import { clip } from '../../../contracts/text/shorten.ts';
import { visible, visibleLines } from '../../../contracts/text/visible.ts';
import type { Offers } from '../../../tools/mcp/list-offers.ts';
import { type PromptCall, readSlash, wordsIn } from './slash-commands.ts';

type Prompt = Offers['prompts'][number];

/** The longest text that becomes a draft. */
const maxLength = 32_768;

/** The text to be sent. Throws `usage`. */
export async function promptDraft({ server, prompt, rest }: PromptCall, use: ServerUse): Promise<string> {
  if (!Object.hasOwn(use.settings.servers ?? {}, server))
    throw new ArtooError('usage', `there is no MCP server ${visible(server)}; artoo mcp list names them`);
  const [{ useServers }, { listOffers, promptText }, { openKnownOffers }] = await Promise.all([
    import('../../../app/resources.ts'),
    import('../../../tools/mcp/list-offers.ts'),
    import('../../../tools/mcp/known-offers.ts'),
  ]);
  const timeout = use.settings.servers?.[server]?.timeout ?? 60_000;
  using servers = useServers(use);
  const text = await servers.with(server, async (connection) => {
    const offers = await listOffers(connection, use.signal);
    openKnownOffers(use.settings.data).write(server, offers);
    const values = valuesFor(promptNamed(prompt, offers.prompts), wordsIn(rest));
    return promptText(connection, prompt, values, { signal: use.signal, timeout });
  });
  return asGoal(server, prompt, text);
}

function promptNamed(name: string, prompts: readonly Prompt[]): Prompt {
  const found = prompts.find((each) => each.name === name);
  if (found) return found;
  const names = prompts.map((each) => each.name);
  const close = nearest(name, names);
  const instead =
    close === undefined ? (names.length === 0 ? 'it has none' : `there are ${names.slice(0, 10).join(', ')}`) : `did you mean ${close}?`;
  throw new Error(`there is no prompt ${name}; ${instead}`);
}

/** By name if a word has one (`city=Rome`), otherwise in order; the last one takes all remaining words. Pure. */
export function valuesFor({ name, arguments: wanted }: Prompt, words: readonly string[]): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  const plain = words.filter((word) => {
    const [, key = '', value = ''] = /^([^=\s]+)=(.*)$/s.exec(word) ?? [];
    const isNamed = wanted.some((each) => each.name === key);
    if (isNamed) values.set(key, value);
    return !isNamed;
  });
  const open = wanted.filter((each) => !values.has(each.name));
  for (const [at, each] of open.entries()) {
    const value = at === open.length - 1 ? plain.slice(at).join(' ') : plain[at];
    if (value !== undefined && value !== '') values.set(each.name, value);
  }
  const missing = wanted.find((each) => each.isRequired && !values.has(each.name));
  if (missing) throw new Error(`${name} needs ${wanted.map((each) => (each.isRequired ? `<${each.name}>` : `[${each.name}]`)).join(' ')}`);
  if (open.length === 0 && plain.length > 0) throw new Error(`${name} takes no "${clip(plain.join(' '), 40)}"`);
  return Object.fromEntries(values);
}

/** The text in a form that can only be a goal: it must not run a command of the shell when it is sent. */
export function asGoal(server: string, prompt: string, text: string): string {
  const shown = clip(visibleLines(text).join('\n'), maxLength).trim();
  return shown.startsWith('!') || readSlash(shown) !== undefined ? `${server}, ${visible(prompt)}: ${shown}` : shown;
}
