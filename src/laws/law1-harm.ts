/**
 * Law 1: whether an action is applied, needs approval or is denied. Tools gather the facts and act on the verdict; docs/harm.md shows the table.
 * Pure.
 */
import { type EffectFacts, isAlwaysAsked, isNear, type Places, rulesOn, whyAsked } from './asked-effects.ts';
import type { HostView } from './commands/programs/looking-programs.ts';
import type { AddressKind } from './network/address-kind.ts';
import { isWithin } from './places/posix-path.ts';
import { type Decision, ruleAsks } from './rules/rules.ts';

/**
 * What approval of a command would cover: a run without walls, one more run with the network, one with local sockets, one in the background, or exactly
 * these effects.
 */
type OfCommand = 'run' | 'network' | 'sockets' | 'background' | 'effects';
type Stop<About> = { readonly about: About; readonly reason: string };
type AskBecause = 'rule' | 'effect' | 'unreadable' | 'network' | 'private' | 'unknown effects' | 'address' | 'script';

/** The action needs approval. */
export type Ask<About = OfCommand> = Stop<About> & { readonly verdict: 'ask'; readonly because: AskBecause };
/** A rule forbids the action. */
export type Deny<About = OfCommand> = Stop<About> & { readonly verdict: 'deny'; readonly because: 'rule'; readonly rule: string };
/** The command ran in a view, but its effects cannot be known, so approval would cover nothing in particular. */
type Drop = Stop<'run'> & { readonly verdict: 'deny'; readonly because: 'unknown effects' };

/** The command failed because it had no network, and none of its effects is real: it is run again, this time with permission to ask for hosts. */
type Again = { readonly verdict: 'again' };
/** The host leads to a place that no approval can allow, or the person has already refused it. */
type Refuse = Stop<'host'> & { readonly verdict: 'deny'; readonly because: 'address' | 'port' | 'place' | 'refused' };

/**
 * `looking`: in the host's view. `bare`: without walls, after approval. `networked`: contained, and may ask for hosts. `with sockets`: contained, and
 * may create Unix sockets.
 */
export type Run =
  | { readonly verdict: 'apply'; readonly how: 'bare' }
  | { readonly verdict: 'apply'; readonly how: 'contained' | 'networked' | 'with sockets' }
  | { readonly verdict: 'apply'; readonly how: 'looking'; readonly view: HostView };

/** What is known about an action before it runs. */
export type RunFacts = {
  readonly ruled: Decision;
  /** What the command needs to see of the host, if it only inspects the machine and uses only known programs. */
  readonly looksAt: HostView | undefined;
  /**
   * Whether it wants the network; whether it reached a host in an earlier run, so that another needs approval; whether it can ask for hosts from
   * inside its walls.
   */
  readonly network: { readonly wanted: boolean; readonly given: boolean; readonly hasDoor: boolean };
  /** After an attempt whose effects could not be determined in advance: why not, and whether the command ran in a view all the same. */
  readonly unknown?: { readonly why: string; readonly isInView: boolean } | undefined;
  /** The hash that the person approved, and the possible hashes of an approval. */
  readonly approved: string | undefined;
  readonly hashes: Readonly<Record<'run' | 'network' | 'sockets' | 'background', string>>;
};

/** May the command run, and how? The first row that applies decides. */
export function mayRun({ ruled, looksAt, network, unknown, approved, hashes }: RunFacts): Run | Ask | Deny | Drop {
  if (ruled.decision === 'deny') return forbidden('run', ruled.rule);
  if (approved === hashes.run) return { verdict: 'apply', how: 'bare' };
  if (unknown?.isInView)
    return { verdict: 'deny', about: 'run', because: 'unknown effects', reason: `none of it was applied: ${unknown.why}` };
  if (unknown) return ask('run', 'unknown effects', unknown.why);
  if (looksAt !== undefined && ruled.decision !== 'ask') return { verdict: 'apply', how: 'looking', view: looksAt };
  if (approved === hashes.sockets) return { verdict: 'apply', how: 'with sockets' };
  if (network.given && approved !== hashes.network)
    return ask('network', 'network', 'what it did is lost, and it would use the network again');
  if ((network.wanted || network.given) && !network.hasDoor)
    return ask('run', 'network', 'it needs the network, which is only available without walls here');
  if (network.wanted || network.given) return { verdict: 'apply', how: 'networked' };
  return { verdict: 'apply', how: 'contained' };
}

/** May the command run in the background? A background run has no effects to judge, so nothing but rules about the line decides. */
export function mayStart({
  ruled,
  approved,
  hashes,
}: Pick<RunFacts, 'ruled' | 'approved' | 'hashes'>): { readonly verdict: 'apply' } | Ask | Deny {
  if (ruled.decision === 'deny') return forbidden('background', ruled.rule);
  if (ruled.decision === 'ask' && approved !== hashes.background)
    return ask('background', 'rule', `it would run in the background, and ${ruleAsks(ruled)}`);
  return { verdict: 'apply' };
}

/** What is known about an action once its effects are known, but while none of them is real. */
export type OutcomeFacts<Effect extends EffectFacts = EffectFacts> = {
  /** The command line that ran; undefined for a tool that itself writes a file. */
  readonly line?: LineFacts | undefined;
  readonly effects: readonly Effect[];
  readonly places: Places;
  /** The hash that the person approved, and the hash that an approval must have. */
  readonly approved: string | undefined;
  readonly hash: string;
};

type LineFacts = {
  readonly ruled: Decision;
  /** Which of the two it lacked if it failed for lack of the network or of a local socket. */
  readonly lacks: 'network' | 'socket' | undefined;
  /** Why the text cannot be read as a command line; undefined if it can. */
  readonly unreadable: string | undefined;
  /** Whether every program in the line touches only the files given to it. */
  readonly doesWhatItSays: boolean;
};

/** May the effects become real? The first row that applies decides. Only a command line can be run again. */
export function mayApply(facts: OutcomeFacts & { readonly line?: undefined }): { readonly verdict: 'apply' } | Ask | Deny;
export function mayApply(facts: OutcomeFacts): { readonly verdict: 'apply' } | Again | Ask | Deny;
export function mayApply({ line, effects, approved, hash, ...around }: OutcomeFacts): { readonly verdict: 'apply' } | Again | Ask | Deny {
  const places = line === undefined ? { ...around.places, freed: [] } : around.places; // a rule that frees a folder applies only to commands
  if (line?.ruled.decision === 'deny') return forbidden('effects', line.ruled.rule);
  if (effects.some(({ path }) => isWithin(places.dataFolder, path))) return forbidden('effects', `write(${places.dataFolder}/**)`);
  const denial = effects.flatMap(rulesOn).find(({ decision }) => decision === 'deny');
  if (denial) return forbidden('effects', denial.rule);
  if (line?.lacks === 'network') return { verdict: 'again' };
  if (line?.lacks === 'socket')
    return ask('sockets', 'network', 'it failed because it is not allowed to reach other programs on this machine (a local socket)');
  if (approved === hash) return { verdict: 'apply' };
  if (line?.ruled.decision === 'ask') return ask('effects', 'rule', ruleAsks(line.ruled));
  if (line?.unreadable !== undefined && effects.length > 0) return ask('effects', 'unreadable', line.unreadable);
  for (const effect of effects) {
    const why = whyAsked(effect, places);
    if (why !== undefined && !isAllowed(effect, line, places)) return ask('effects', 'effect', why);
  }
  return { verdict: 'apply' };
}

/** What is known about a host that a command asks for. */
export type HostFacts = {
  /** In the form that a rule would use. */
  readonly host: string;
  /** Whether `host` is a name rather than an address. */
  readonly isName: boolean;
  readonly isUsualPort: boolean;
  readonly ruled: Decision;
  /** Whether the person has refused this host before, in the same task. */
  readonly isRefused: boolean;
  /** What the person approved for this command: only the name, or also the private address to which it leads. */
  readonly approved: 'name' | 'private' | undefined;
  /** What the host's address leads to. Undefined at first: looking up a name reveals something, so that happens only when the host may be reached. */
  readonly leadsTo: AddressKind | undefined;
};

/** May a command reach a host? The first row that applies decides. */
export function mayReach({
  host,
  isName,
  isUsualPort,
  ruled,
  isRefused,
  approved,
  leadsTo,
}: HostFacts): { readonly verdict: 'apply' } | Ask<'host'> | Deny<'host'> | Refuse {
  if (!isName) return refuse('address', `${host} is not a host name, and only names can be allowed`);
  if (ruled.decision === 'deny') return forbidden('host', ruled.rule);
  if (isRefused) return refuse('refused', `the person said no to ${host} in this task`);
  if (!isUsualPort && ruled.decision === 'none')
    return refuse('port', `the person is asked only about ports 443 and 80; the rule net(${host}) would allow this port`);
  if (leadsTo === 'local' || leadsTo === 'other')
    return refuse('place', `${host} leads to ${leadsTo === 'local' ? 'this machine' : 'no public address'}`);
  const isExact = ruled.decision === 'allow' && ruled.rule?.includes('*') === false;
  if (leadsTo === 'private' && approved !== 'private' && !isExact)
    return ask('host', 'private', `it wants to reach ${host}, which leads to another machine on your own network`);
  if (approved !== undefined || ruled.decision === 'allow') return { verdict: 'apply' };
  return ask('host', ruled.decision === 'ask' ? 'rule' : 'network', `it wants to reach ${host}`);
}

const refuse = (because: Refuse['because'], reason: string): Refuse => ({ verdict: 'deny', about: 'host', because, reason });

/** Whether a rule frees an effect that would otherwise need approval. */
function isAllowed(effect: EffectFacts, line: LineFacts | undefined, places: Places): boolean {
  if (effect.isRefused || rulesOn(effect).some(({ decision }) => decision === 'ask')) return false;
  // A rule that allows writing applies to tools that write, and names the file itself. With a star, it does not cover files that take effect without
  // being called.
  const isMeant = effect.actsLater === undefined || effect.ruled.rule?.includes('*') !== true;
  if (line === undefined) return effect.ruled.decision === 'allow' && isMeant && !effect.lendsRights;
  // A rule that allows a line covers everything the line does in the project; outside it, only what the line itself says.
  return line.ruled.decision === 'allow' && (isNear(effect, places) || line.doesWhatItSays) && !isAlwaysAsked(effect, places);
}

/** What is known about a call to a tool on an MCP server, whose effects cannot be known in advance. */
export type CallFacts = {
  readonly ruled: Decision;
  /** How the tool's definition differs from the one that the person last agreed to, in words; undefined if it does not. */
  readonly changed: string | undefined;
  /** Whether the person has refused exactly this call before, in the same task. */
  readonly isRefused: boolean;
  /** The hash that the person approved, and the hash that an approval must have. */
  readonly approved: string | undefined;
  readonly hash: string;
};

type CallVerdict =
  | { readonly verdict: 'apply' }
  | { readonly verdict: 'ask'; readonly reason: string }
  | { readonly verdict: 'deny'; readonly reason: string; readonly rule: string };

/** May the call be made? What the server claims about its tool is no fact and does not count. The first row that applies decides. */
export function mayCall({ ruled, changed, isRefused, approved, hash }: CallFacts): CallVerdict {
  const { rule = '' } = ruled;
  if (ruled.decision === 'deny') return { verdict: 'deny', rule, reason: `the rule ${rule} forbids it` };
  if (approved === hash) return { verdict: 'apply' };
  const changes = changed === undefined ? [] : [`the server has changed its ${changed} since you last agreed to it`];
  const reasons = [...changes, ...(isRefused ? ['it was refused before'] : [])];
  if (reasons.length > 0) return { verdict: 'ask', reason: reasons.join('; ') };
  if (ruled.decision === 'ask') return { verdict: 'ask', reason: ruleAsks(ruled) };
  if (ruled.decision === 'allow') return { verdict: 'apply' };
  return { verdict: 'ask', reason: "what a server's tool does cannot be known in advance" };
}

/** What is known about a URL before anything is sent to it. */
export type FetchFacts = {
  /** As shown to the person: with its port, if it has one. */
  readonly host: string;
  readonly ruled: Decision;
  /** The least public place that the host's name or addresses lead to. */
  readonly leadsTo: AddressKind;
  /** Whether another host redirected to this one. */
  readonly isRedirect: boolean;
  /** The hash that the person approved, and the hash that an approval must have. */
  readonly approved: string | undefined;
  readonly hash: string;
};

/** The URL is not fetched, and the person is not asked about it. */
type Unreachable = Stop<'address'> & { readonly verdict: 'deny'; readonly because: 'address' };

/** May the URL be fetched? The first row that applies decides. */
export function mayFetch(facts: FetchFacts): { readonly verdict: 'apply' } | Ask<'address'> | Deny<'address'> | Unreachable {
  const { host, ruled, leadsTo, isRedirect, approved, hash } = facts;
  if (ruled.decision === 'deny') return forbidden('address', ruled.rule);
  if (leadsTo === 'other') return unreachable(`${host} leads to ${whereItLeads.other}`);
  if (!isRedirect && approved === hash) return { verdict: 'apply' };
  // A rule with a star covers only the public network: a name owned by a stranger may lead to other places.
  const isFree = leadsTo === 'public' ? ruled.decision !== 'ask' : ruled.decision === 'allow' && !ruled.rule?.includes('*') && !isRedirect;
  if (isFree) return { verdict: 'apply' };
  const why = leadsTo === 'public' ? ruleAsks(ruled) : `${host} leads to ${whereItLeads[leadsTo]}`;
  if (isRedirect) return unreachable(`it redirects to ${host}, and ${why}: that address would have to be fetched directly`);
  return ask('address', leadsTo === 'public' ? 'rule' : 'address', why);
}

const whereItLeads = {
  private: 'a private address: another machine on this network',
  local: 'this machine, or to an address that only this machine can reach',
  other: 'a reserved address, where nothing answers',
} as const;

const unreachable = (reason: string): Unreachable => ({ verdict: 'deny', about: 'address', because: 'address', reason });

/** What is known about a script that runs without any walls, controls other programs, and acts as the person. */
export type ScriptFacts = Pick<FetchFacts, 'ruled' | 'approved' | 'hash'>;

/** May the script run? The first row that applies decides. */
export function mayAct({ ruled, approved, hash }: ScriptFacts): { readonly verdict: 'apply' } | Ask<'script'> | Deny<'script'> {
  if (ruled.decision === 'deny') return forbidden('script', ruled.rule);
  if (approved === hash || ruled.decision === 'allow') return { verdict: 'apply' };
  return ask('script', ruled.decision === 'ask' ? 'rule' : 'script', 'it acts through other programs, and what it does cannot be undone');
}

const ask = <About>(about: About, because: AskBecause, reason: string): Ask<About> => ({ verdict: 'ask', about, because, reason });

const forbidden = <About>(about: About, rule = ''): Deny<About> => ({
  ...{ verdict: 'deny', about, because: 'rule', rule },
  reason: `the rule ${rule} forbids it`,
});
