/** The questions of `artoo setup`: which model and, if that leaves it open, which name and which key. The choice is tried; if it fails, the question is asked again. */
import type { EndpointChoice } from '../../config/config.ts';
import type { Environment } from '../../config/config-layers.ts';
import type { Finding } from '../../config/doctor/finding.ts';
import { readKey } from '../../config/models/api-key.ts';
import { lacksKey, type OpenEndpoint } from '../../config/models/tiers.ts';
import { chosenEndpoint } from '../../config/setup/chosen-endpoint.ts';
import { isGoal } from '../../config/setup/is-goal.ts';
import { keyOwner, mayBeKey } from '../../config/setup/key-owner.ts';
import type { Offer } from '../../config/setup/offers.ts';
import { nearest } from '../../contracts/text/nearest.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Endpoint } from '../../models/endpoints/endpoint.ts';
import { readEndpointText } from '../../models/endpoints/endpoint-text.ts';
import type { ModelList } from '../../models/endpoints/model-list.ts';
import { providerNames, providerOfModel, providers } from '../../models/endpoints/providers.ts';
import { type Current, modelLines, offerLines, takenLine } from '../../view/machine/setup-lines.ts';
import { type Line, line } from '../../view/style/line.ts';

export type Dialogue = {
  /** Undefined if the person leaves. Input is shown as long as `isShown` returns true. */
  readonly ask: (lines: readonly Line[], question: string, isShown: (typed: string) => boolean) => Promise<string | undefined>;
  readonly env: Environment;
  readonly offers: readonly Offer[];
  /** Sentences about servers without a model. */
  readonly idle: readonly string[];
  readonly current: Current | undefined;
  readonly list: (endpoint: OpenEndpoint) => Promise<ModelList>;
  /** Keeps a goal that was typed too early. Absent if there is a goal already. */
  readonly keep?: ((goal: string) => void) | undefined;
  /** Tries the endpoint for real, and shows what was found. */
  readonly check: (endpoint: Endpoint & Pick<OpenEndpoint, 'provider'>) => Promise<readonly Finding[]>;
};

/** The endpoint to write, which has been tried. Undefined if the person leaves everything as it is. */
export async function chooseModel(dialogue: Dialogue): Promise<EndpointChoice | undefined> {
  const { ask, offers, idle, current } = dialogue;
  let lines = offerLines(offers, idle, current);
  let usual = current ? '' : offers.length > 0 ? '1' : '';
  let again: EndpointChoice | undefined; // with its key, so that it need not be pasted again
  for (;;) {
    const enter = again ? ' (Enter: try it again)' : usual === '' ? (current ? ' (Enter: leave it)' : '') : ` [${usual}]`;
    const answer = await ask(lines, `Which should artoo use?${enter} `, (typed) => !mayBeKey(typed));
    if (answer === undefined || isLeaving(answer)) return undefined;
    const said = answer.trim() || (again ? '' : usual);
    if (said === '' && current && !again) return undefined;
    const chosen: EndpointChoice | Wrong | undefined = said === '' && again ? again : await choiceOf(said, dialogue);
    if (chosen === undefined) return undefined;
    const tried = 'wrong' in chosen ? chosen : await tryChoice(chosen, dialogue);
    if (tried === undefined) return undefined;
    if (!('wrong' in tried)) return tried;
    again = tried.again;
    lines = [line(''), line(tried.wrong || 'Fix that and press Enter to try again, or choose another.', 'bad'), takenLine(offers)];
    if (/^\d+$/.test(said) && offers[Number(said) - 1]) usual = said; // Enter tries it again
    if (tried.meant !== undefined) usual = tried.meant;
  }
}

/** The replies to a goal, which is typed where a model is asked for. */
export const goalIsKept = 'That reads like a goal. artoo keeps it, and needs a model first.';
export const goalIsKnown = 'That reads like a goal, but artoo already has yours. Now it only needs a model.';

/** Answers that leave the dialogue, none of which is a model, key or provider. */
const isLeaving = (answer: string): boolean => /^(q|quit|exit)$/i.test(answer.trim());

/** What is wrong, shown before the question is asked again; empty if it has already been shown. */
type Wrong = {
  readonly wrong: string;
  /** What the person probably meant; Enter accepts it. */
  readonly meant?: string;
  /** What was tried, and can be tried again. */
  readonly again?: EndpointChoice;
};

/** A number, a model, an address or a key. */
async function choiceOf(said: string, { offers, ask, keep }: Dialogue): Promise<EndpointChoice | Wrong | undefined> {
  if (said === '') return { wrong: 'Nothing was typed.' };
  if (isGoal(said)) {
    keep?.(said);
    return { wrong: keep ? goalIsKept : goalIsKnown };
  }
  if (/^\d{1,3}$/.test(said)) return offers[Number(said) - 1]?.choice ?? { wrong: `There is no ${said} in the list.` };
  if (mayBeKey(said)) return choiceOfKey(said, ask);
  const offer = offers.find(({ choice, models }) => choice.model === said || models.includes(said));
  if (offer) return { ...offer.choice, model: said };
  const read = readEndpointText(addressIn(said) ?? said);
  const named = `"${visible(said.slice(0, 60))}"`;
  if (!read.ok) return { wrong: `${named} ${read.error}${read.error.endsWith('?') ? '' : '.'}` };
  return (read.endpoint.provider ?? read.endpoint.base_url) ? read.endpoint : notFound(said);
}

/** The address that `gpu:8000` means: elsewhere this is a model with a tag. Undefined for anything else. A host without a domain rarely has a certificate. */
function addressIn(said: string): string | undefined {
  const [, host = ''] = /^([a-z\d](?:[a-z\d.-]*[a-z\d])?):\d{3,5}(?:\/\S*)?$/i.exec(said) ?? [];
  if (host === '') return undefined;
  return /^[^.]+$|\.(?:local|lan|home|internal)$/i.test(host) ? `http://${said}` : `@${said}`;
}

/** A well-known model name is offered with its provider. */
function notFound(said: string): Wrong {
  const wrong = `"${visible(said.slice(0, 60))}" is not a model that was found here.`;
  const maker = providerOfModel(said);
  return maker === undefined
    ? { wrong }
    : { wrong: `${wrong} Did you mean ${maker}:${said}? Enter accepts it.`, meant: `${maker}:${said}` };
}

async function choiceOfKey(pasted: string, ask: Dialogue['ask']): Promise<EndpointChoice | Wrong | undefined> {
  const key = readKey(pasted);
  if (!key.ok) return { wrong: `The key ${key.error}.` };
  const owner = keyOwner(key.value);
  if (owner) return { ...startingAt({ provider: owner }), api_key: key.value };
  let lines = [line(`Whose key is it? ${keyed.join(', ')}; or the address of its server.`)];
  for (;;) {
    const whose = (await ask(lines, 'Whose? ', (typed) => !mayBeKey(typed)))?.trim();
    if (whose === undefined || isLeaving(whose)) return undefined;
    const read = readEndpointText(addressIn(whose) ?? whose);
    if (read.ok && (read.endpoint.provider ?? read.endpoint.base_url)) return { ...startingAt(read.endpoint), api_key: key.value };
    const close = nearest(whose, keyed);
    const what = mayBeKey(whose) ? 'That' : `"${visible(whose.slice(0, 60))}"`;
    lines = [line(`${what} is not one of them${close === undefined ? '' : `; did you mean ${close}?`}`, 'bad')];
  }
}

/** The providers that need a key. */
const keyed = providerNames.filter((name) => providers[name].key_env.length > 0);

/** With the provider's starter model if none is named. */
const startingAt = (choice: EndpointChoice): EndpointChoice =>
  choice.provider && !choice.base_url ? { model: providers[choice.provider].starter_model, ...choice } : choice;

/** The choice with its model named and its key known, if it works. */
async function tryChoice(choice: EndpointChoice, dialogue: Dialogue): Promise<EndpointChoice | Wrong | undefined> {
  const { env, check } = dialogue;
  const chosen = chosenEndpoint(choice, env);
  if (!chosen.ok) return { wrong: `${visible(chosen.error)}.` };
  const { endpoint } = chosen;
  if (lacksKey(endpoint)) return withKey(choice, endpoint, dialogue);
  if (endpoint.model === undefined) return nameModel(choice, endpoint, dialogue);
  const findings = await check({ ...endpoint, model: endpoint.model });
  const failed = findings.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return { ...choice, model: endpoint.model };
  return failed.every(({ name }) => name === 'key')
    ? withKey(choice, endpoint, dialogue)
    : { wrong: '', again: { ...choice, model: endpoint.model } };
}

/** Asks for a key, or for another one if the first was refused. */
async function withKey(
  choice: EndpointChoice,
  { base_url, api_key }: OpenEndpoint,
  dialogue: Dialogue,
  status?: number,
): Promise<EndpointChoice | Wrong | undefined> {
  const host = visible(URL.parse(base_url)?.host ?? base_url);
  const why =
    api_key === undefined ? `${host} needs a key. Paste it` : `${host}: the key was refused${status ? ` (${status})` : ''}. Paste another`;
  const pasted = await dialogue.ask([line(`${why}; it will not be shown. Enter alone goes back.`)], 'Key: ', () => false);
  if (pasted === undefined || isLeaving(pasted)) return undefined;
  if (pasted.trim() === '') return { wrong: 'Without a key it cannot be used.' };
  const key = readKey(pasted);
  return key.ok ? tryChoice({ ...choice, api_key: key.value }, dialogue) : { wrong: `The key ${key.error}.` };
}

async function nameModel(choice: EndpointChoice, endpoint: OpenEndpoint, dialogue: Dialogue): Promise<EndpointChoice | Wrong | undefined> {
  const host = URL.parse(endpoint.base_url)?.host ?? endpoint.base_url;
  const list = await dialogue.list(endpoint);
  if (!list.ok && list.why === 'denied') return withKey(choice, endpoint, dialogue, list.status);
  if (!list.ok) {
    const what = list.why === 'unreachable' ? 'cannot be reached' : 'does not list its models';
    const isKnown = endpoint.provider !== undefined && !providers[endpoint.provider].local;
    const online = list.why === 'unreachable' && isKnown ? ' Is this machine online?' : '';
    return { wrong: `${visible(host)} ${what}: ${visible(list.error)}.${online}` };
  }
  const [first, ...others] = list.models;
  if (first === undefined) return { wrong: `${visible(host)} has no model yet.` };
  const model = others.length === 0 ? first : await askModel(list.models, host, dialogue.ask);
  return model === undefined ? undefined : tryChoice({ ...choice, model }, dialogue);
}

/** One of the names, typed in full or chosen by number. */
async function askModel(names: readonly string[], host: string, ask: Dialogue['ask']): Promise<string | undefined> {
  let lines = modelLines(names, host);
  for (;;) {
    const answer = (await ask(lines, 'Which model? [1] ', () => true))?.trim();
    if (answer === undefined || (isLeaving(answer) && !names.includes(answer))) return undefined;
    const model = names.find((name) => name === answer) ?? (/^\d*$/.test(answer) ? names[Number(answer || '1') - 1] : undefined);
    if (model !== undefined) return model;
    const close = nearest(answer, names);
    lines = [
      line(`It has no model "${visible(answer.slice(0, 60))}"${close === undefined ? '' : `; did you mean ${visible(close)}?`}`, 'bad'),
    ];
  }
}
