/** Law 1: whether an action is done, asked about or denied. Tools gather the facts and act on the verdict; docs/harm.md shows the table. Pure. */
import { type EffectFacts, isAlwaysAsked, isNear, type Places, rulesOn, whyAsked } from './asked-effects.ts';
import type { HostView } from './commands/looking-programs.ts';
import type { AddressKind } from './network/address-kind.ts';
import { isWithin } from './places/posix-path.ts';
import type { Decision } from './rules/rules.ts';

/** What a verdict is about, and so what a yes covers: a run without walls, a run with the network, or exactly these effects. */
type Subject = 'run' | 'network' | 'effects';
type Stop<About> = { readonly about: About; readonly reason: string };

/** It needs a yes. */
export type Ask<About = Subject> = Stop<About> & { readonly verdict: 'ask'; readonly because: Because };
type Because = 'rule' | 'effect' | 'unreadable' | 'network' | 'unknown effects' | 'address' | 'script';
/** A rule forbids it. */
export type Deny<About = Subject> = Stop<About> & { readonly verdict: 'deny'; readonly because: 'rule'; readonly rule: string };
/** It ran in a view, but its effects there cannot be known, so a yes would cover nothing in particular. */
type Drop = Stop<Subject> & { readonly verdict: 'deny'; readonly because: 'unknown effects' };

/** `looking`: in the host's view. `bare`: without walls, after a yes. `networked`: contained, but with the network. */
export type Run =
  | { readonly verdict: 'apply'; readonly how: 'bare' | 'contained' | 'networked' }
  | { readonly verdict: 'apply'; readonly how: 'looking'; readonly view: HostView };

/** What is known about an action before it runs. */
export type RunFacts = {
  readonly ruled: Decision;
  /** What it needs of the host, if it only looks at the machine, with programs that are known for it. */
  readonly looksAt: HostView | undefined;
  /** Whether it wants the network, and whether an earlier yes already gave it the network. */
  readonly network: { readonly wanted: boolean; readonly given: boolean };
  /** After a failed try: why its effects cannot be known before they are real, and whether it ran in a view anyway. */
  readonly unknown?: { readonly why: string; readonly isInView: boolean } | undefined;
  /** The hash of what the person said yes to, and the hashes that a yes must have. */
  readonly approved: string | undefined;
  readonly hashes: Readonly<Record<'run' | 'network', string>>;
};

/** May it run, and how? The first row that holds decides. */
export function mayRun({ ruled, looksAt, network, unknown, approved, hashes }: RunFacts): Run | Ask | Deny | Drop {
  if (ruled.decision === 'deny') return forbidden('run', ruled.rule);
  if (approved === hashes.run) return { verdict: 'apply', how: 'bare' };
  if (unknown?.isInView)
    return { verdict: 'deny', about: 'run', because: 'unknown effects', reason: `none of it was applied: ${unknown.why}` };
  if (unknown) return ask('run', 'unknown effects', unknown.why);
  if (looksAt !== undefined && ruled.decision !== 'ask') return { verdict: 'apply', how: 'looking', view: looksAt };
  if (network.given && approved === hashes.network) return { verdict: 'apply', how: 'networked' };
  if (network.given) return ask('network', 'network', 'what it did is lost, so it would use the network again');
  if (network.wanted) return ask('network', 'network', 'it wants the network, which also reaches programs that listen on this machine');
  return { verdict: 'apply', how: 'contained' };
}

/** What is known about an action once its effects are known, but before any of them is real. */
export type OutcomeFacts<Effect extends EffectFacts = EffectFacts> = {
  /** The command line that ran; undefined for a tool that writes its file itself. */
  readonly line?: LineFacts | undefined;
  readonly effects: readonly Effect[];
  readonly places: Places;
  /** The hash of what the person said yes to, and the hash that a yes to these effects must have. */
  readonly approved: string | undefined;
  readonly hash: string;
};

type LineFacts = {
  readonly ruled: Decision;
  /** What it failed for want of, if so: the network, or a socket of this machine, which is given with the network. */
  readonly lacks: 'network' | 'socket' | undefined;
  /** Why it cannot be read as a command line, if it cannot. */
  readonly unreadable: string | undefined;
  /** Whether every program in it touches only the files that it is given. */
  readonly doesWhatItSays: boolean;
};

/** May its effects become real? The first row that holds decides. */
export function mayApply({ line, effects, approved, hash, ...around }: OutcomeFacts): { readonly verdict: 'apply' } | Ask | Deny {
  const places = line === undefined ? { ...around.places, freed: [] } : around.places; // a rule that frees a folder is about commands
  if (line?.ruled.decision === 'deny') return forbidden('effects', line.ruled.rule);
  if (effects.some(({ path }) => isWithin(places.dataFolder, path))) return forbidden('effects', `write(${places.dataFolder}/**)`);
  const denial = effects.flatMap(rulesOn).find(({ decision }) => decision === 'deny');
  if (denial) return forbidden('effects', denial.rule);
  if (line?.lacks !== undefined) return ask('network', 'network', whyLacking[line.lacks]);
  if (approved === hash) return { verdict: 'apply' };
  if (line?.ruled.decision === 'ask') return ask('effects', 'rule', 'a rule says to ask');
  if (line?.unreadable !== undefined && effects.length > 0) return ask('effects', 'unreadable', line.unreadable);
  for (const effect of effects) {
    const why = whyAsked(effect, places);
    if (why !== undefined && !isAllowed(effect, line, places)) return ask('effects', 'effect', why);
  }
  return { verdict: 'apply' };
}

const whyLacking = {
  network: 'it failed because commands run without the network',
  socket: 'it failed because it may not reach other programs on this machine (a local socket); it could with the network',
} as const;

/** Whether a rule frees an effect that would otherwise need a yes. */
function isAllowed(effect: EffectFacts, line: LineFacts | undefined, places: Places): boolean {
  if (effect.isRefused || rulesOn(effect).some(({ decision }) => decision === 'ask')) return false;
  // A rule that allows writing is about tools that write: it names the file itself. With a star it does not mean what acts on its own.
  const isMeant = effect.actsLater === undefined || effect.ruled.rule?.includes('*') !== true;
  if (line === undefined) return effect.ruled.decision === 'allow' && isMeant && !effect.lendsRights;
  // A rule that allows a line covers what it does to the project; elsewhere, only what the line itself says.
  return line.ruled.decision === 'allow' && (isNear(effect, places) || line.doesWhatItSays) && !isAlwaysAsked(effect, places);
}

/** What is known about an address before anything is sent there. */
export type FetchFacts = {
  /** As a person reads it: with its port, if it has one. */
  readonly host: string;
  readonly ruled: Decision;
  /** The least public of what its name and its addresses lead to. */
  readonly leadsTo: AddressKind;
  /** Whether another host leads there. */
  readonly isRedirect: boolean;
  /** The hash of what the person said yes to, and the hash that a yes to this address must have. */
  readonly approved: string | undefined;
  readonly hash: string;
};

/** It is not fetched, and is not asked about. */
type Unreachable = Stop<'address'> & { readonly verdict: 'deny'; readonly because: 'address' };

/** May it be fetched? The first row that holds decides. */
export function mayFetch(facts: FetchFacts): { readonly verdict: 'apply' } | Ask<'address'> | Deny<'address'> | Unreachable {
  const { host, ruled, leadsTo, isRedirect, approved, hash } = facts;
  if (ruled.decision === 'deny') return forbidden('address', ruled.rule);
  if (leadsTo === 'other') return unreachable(`${host} leads to ${whereItLeads.other}`);
  if (!isRedirect && approved === hash) return { verdict: 'apply' };
  // A rule with a star is about the public network: it does not mean what a stranger's name may lead to.
  const isFree = leadsTo === 'public' ? ruled.decision !== 'ask' : ruled.decision === 'allow' && !ruled.rule?.includes('*') && !isRedirect;
  if (isFree) return { verdict: 'apply' };
  const why = leadsTo === 'public' ? 'a rule says to ask' : `${host} leads to ${whereItLeads[leadsTo]}`;
  if (isRedirect) return unreachable(`it redirects to ${host}, and ${why}: that address would have to be fetched itself`);
  return ask('address', leadsTo === 'public' ? 'rule' : 'address', why);
}

const whereItLeads = {
  private: 'a private address: another machine of this network',
  local: 'this machine, or to what only this machine can reach',
  other: 'a reserved address, where nothing answers',
} as const;

const unreachable = (reason: string): Unreachable => ({ verdict: 'deny', about: 'address', because: 'address', reason });

/** What is known about a script that acts outside of every wall: with other programs, in the person's name. */
export type ScriptFacts = Pick<FetchFacts, 'ruled' | 'approved' | 'hash'>;

/** May it act? The first row that holds decides. */
export function mayAct({ ruled, approved, hash }: ScriptFacts): { readonly verdict: 'apply' } | Ask<'script'> | Deny<'script'> {
  if (ruled.decision === 'deny') return forbidden('script', ruled.rule);
  if (approved === hash || ruled.decision === 'allow') return { verdict: 'apply' };
  return ask('script', ruled.decision === 'ask' ? 'rule' : 'script', 'it acts with other programs, and what it does cannot be undone');
}

const ask = <About>(about: About, because: Because, reason: string): Ask<About> => ({ verdict: 'ask', about, because, reason });

const forbidden = <About>(about: About, rule = ''): Deny<About> => ({
  ...{ verdict: 'deny', about, because: 'rule', rule },
  reason: `the rule ${rule} forbids it`,
});
