/** Decides whether a run may reach a host. A request for a host that needs approval waits here until the person approves, or the run ends. */
import type { Ask, mayReach } from '../../laws/law1-harm.ts';
import type { AddressKind } from '../../laws/network/address-kind.ts';
import { type Host, hostText } from '../../laws/network/host.ts';

/** What the person approved: the name, or also that the name leads into the person's own network. */
export type Approved = 'name' | 'private';

/** A host that a run is waiting for. */
export type HostQuestion = { readonly host: Host; readonly verdict: Ask<'host'> };

export type Decide = (host: Host, approved: Approved | undefined, leadsTo: AddressKind | undefined) => ReturnType<typeof mayReach>;

type Waiting = HostQuestion & { readonly answered: PromiseWithResolvers<void> };

/** How many hosts may wait at the same time: more than any person would want to be asked about for one command. */
const maxWaiting = 64;

export class HostGate implements Disposable {
  readonly #decide: Decide;
  readonly #approved = new Map<string, Approved>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #askers = new Set<() => void>();
  #isClosed = false;

  constructor(decide: Decide) {
    this.#decide = decide;
  }

  /** Resolves when the host may be reached, or with the reason why it may not; with `leadsTo`, at an address of that kind. */
  async whyNot(host: Host, leadsTo?: AddressKind): Promise<string | undefined> {
    for (;;) {
      if (this.#isClosed) return 'the command has ended';
      const verdict = this.#decide(host, this.#approved.get(hostText(host)), leadsTo);
      if (verdict.verdict === 'apply') return undefined;
      if (verdict.verdict === 'deny') return verdict.reason;
      const key = `${hostText(host)} ${verdict.because}`;
      if (!this.#waiting.has(key) && this.#waiting.size >= maxWaiting) return 'it is already waiting for too many other hosts';
      const waiting = this.#waiting.get(key) ?? { host, verdict, answered: Promise.withResolvers<void>() };
      this.#waiting.set(key, waiting);
      for (const tell of this.#askers) tell();
      this.#askers.clear();
      await waiting.answered.promise;
    }
  }

  /** The host that has waited longest, as soon as there is one. */
  async question(): Promise<HostQuestion> {
    for (;;) {
      const [first] = this.#waiting.values();
      if (first) return first;
      await new Promise<void>((tell) => this.#askers.add(tell));
    }
  }

  /** Approves a host that the person was asked about, for this run. */
  approve({ host, verdict }: HostQuestion): void {
    this.#approved.set(hostText(host), verdict.because === 'private' ? 'private' : 'name');
    this.recheck();
  }

  /** Decides again about waiting hosts, since rules may have been added in the meantime. */
  recheck(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { answered } of waiting) answered.resolve();
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.recheck();
  }
}
