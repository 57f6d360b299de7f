/** What a server's model list and one small call reveal about an endpoint. Pure. */
import { type ErrorCode, hintFor } from '../../contracts/errors.ts';
import { nearest } from '../../contracts/text/nearest.ts';
import { addressOf, type Endpoint } from '../../models/endpoints/endpoint.ts';
import type { ModelList } from '../../models/endpoints/model-list.ts';
import { type ProviderName, providerAt, providers } from '../../models/endpoints/providers.ts';
import type { ContextProbe } from './context-probe.ts';
import { type Finding, failed, ok, warning } from './finding.ts';
import type { Probe } from './tool-call-probe.ts';

/** An endpoint and what it serves: `brain`, `tool`, or individual roles. */
export type Served = {
  readonly endpoint: Endpoint;
  readonly by: readonly string[];
  /** Whether the model must call tools. */
  readonly callsTools: boolean;
  /** The provider, if the address does not show it. */
  readonly provider?: ProviderName | undefined;
};

/** All checks of an endpoint, from the address to the tool call; those that a failure makes impossible are left out. */
export function endpointChecks(served: Served, list: ModelList, probe: Probe): readonly Finding[] {
  return [address(served, list, probe), key(served, probe), model(served, list, probe), toolCall(served, list, probe)].flat();
}

const subject = ({ by }: Served, what: string) => ({ name: by.length === 0 ? what : `${by.join(', ')}: ${what}`, about: 'model' }) as const;

/** Errors that only occur once a server has been reached. */
const answers: ReadonlySet<ErrorCode> = new Set(['model_denied', 'model_key_missing', 'model_missing', 'model_rejected']);

const isAboutKey = (code: ErrorCode): boolean => code === 'model_denied' || code === 'model_key_missing';

const neverReached = (list: ModelList, probe: Probe): boolean =>
  !list.ok && list.why === 'unreachable' && !probe.ok && !answers.has(probe.code);

/** Replaces hints that send people to the doctor. */
const advice: Readonly<Partial<Record<ErrorCode, string>>> = {
  model_unreachable: 'Check the address, and that its server is running.',
  model_missing: 'Check the name of the model; the server does not list its models.',
};

const adviceFor = (code: ErrorCode): string => advice[code] ?? hintFor(code);

function address(served: Served, list: ModelList, probe: Probe): Finding {
  const at = addressOf(served.endpoint);
  if (list.ok || !neverReached(list, probe)) return ok(subject(served, 'address'), `${at} answers`);
  const provider = providerAt(served.endpoint.base_url);
  return failed(subject(served, 'address'), `${at}: ${list.error}`, reachAdvice(provider));
}

/** What to do if a server cannot be reached. The address of a known provider is always right. */
function reachAdvice(provider: ProviderName | undefined): string {
  if (provider === undefined) return adviceFor('model_unreachable');
  return providers[provider].local ? `Start ${provider}, or choose another model.` : 'Is this machine online?';
}

/** Some servers list their models without a key, so only a call shows whether a key is valid. */
function key(served: Served, probe: Probe): readonly Finding[] {
  if (probe.ok) return [ok(subject(served, 'key'), served.endpoint.api_key === undefined ? 'none is needed' : 'is accepted')];
  return isAboutKey(probe.code) ? [failed(subject(served, 'key'), probe.message, adviceFor(probe.code))] : [];
}

/** The check of the model. A list need not be complete: aliases and dated names are often left out. */
function model(served: Served, list: ModelList, probe: Probe): readonly Finding[] {
  const name = served.endpoint.model;
  const listed = list.ok && list.models.includes(name);
  if (!probe.ok && probe.code === 'model_missing') return [failed(subject(served, 'model'), probe.message, offer(name, list))];
  if (listed) return [ok(subject(served, 'model'), `${name} is available`)];
  if (probe.ok)
    return [ok(subject(served, 'model'), `${name} answers${list.ok ? ", although the server's list does not include it" : ''}`)];
  return list.ok ? [warning(subject(served, 'model'), `the server's list does not include ${name}`, offer(name, list))] : [];
}

const maxListed = 8;

/** The likely name, and what the server offers. */
function offer(name: string, list: ModelList): string {
  if (!list.ok || list.models.length === 0) return adviceFor('model_missing');
  const close = nearest(name, list.models);
  const some = list.models.slice(0, maxListed).join(', ');
  const more = list.models.length - maxListed;
  return `${close === undefined ? '' : `Did you mean ${close}? `}The server offers ${some}${more > 0 ? ` and ${more} more` : ''}.`;
}

function toolCall(served: Served, list: ModelList, probe: Probe): readonly Finding[] {
  const about = subject(served, 'tool call');
  if (!probe.ok) {
    const isReported = isAboutKey(probe.code) || probe.code === 'model_missing' || neverReached(list, probe);
    return isReported ? [] : [failed(about, probe.message, adviceFor(probe.code))];
  }
  const took = tookOf(probe.ms);
  if (probe.called === 'native') return [ok(about, `called as requested, ${took}`)];
  if (probe.called === 'text') return [ok(about, `printed as text, which also works, ${took}`)];
  const detail = `answered without calling the tool that it was given, ${took}`;
  return [
    served.callsTools
      ? failed(about, detail, 'Tasks need tool calls: choose a model that makes them.')
      : warning(about, detail, 'It can still plan and judge. If its plans are poor, choose another with --brain.'),
  ];
}

/** Times too short to be measured well are not told in figures. */
const tookOf = (ms: number): string => (ms < 100 ? 'at once' : `in ${(ms / 1000).toFixed(1)} s`);

/** What a long prompt reveals about the server's context. */
export function contextCheck(served: Served, probe: ContextProbe): Finding {
  const about = subject(served, 'long prompt');
  const larger = largerContext(served.provider ?? providerAt(served.endpoint.base_url));
  if (!probe.ok) return failed(about, probe.message, probe.code === 'model_too_small' ? larger : adviceFor(probe.code));
  const took = tookOf(probe.ms);
  if (probe.read === 'whole') return ok(about, `read in full, ${took}`);
  if (probe.read === 'missed')
    return warning(
      about,
      `read, but the model forgot its beginning, ${took}`,
      'It may forget parts of a long prompt; a larger model would not.',
    );
  const count = probe.tokens === undefined ? '' : `: only ${probe.tokens.toLocaleString('en')} of about 6,000 tokens were read`;
  return failed(about, `the beginning was cut off${count}`, `artoo needs a larger context. ${larger}`);
}

/** How to give each server more context. */
function largerContext(provider: ProviderName | undefined): string {
  switch (provider) {
    case 'ollama':
      return 'Stop Ollama and start it with: OLLAMA_CONTEXT_LENGTH=65536 ollama serve';
    case 'lmstudio':
      return 'Load the model in LM Studio with a context length of 65536.';
    case 'llamacpp':
      return 'Start llama-server with -c 65536.';
    default:
      return 'Use a model, or a server setting, with a context of at least 32,000 tokens.';
  }
}
