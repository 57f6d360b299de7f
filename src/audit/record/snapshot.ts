/** The state of the record in one file, so that not every process reads all of the record again. A cache: if it is missing or of another version, the record itself is read. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { RateHistory } from '../windows/rate-history.ts';
import { AuditState } from './state.ts';

const version = 4;

const snapshotPath = (folder: string): string => join(folder, 'state.json');

/** The state in a snapshot; undefined if there is no usable one. */
export function readSnapshot(folder: string): AuditState | undefined {
  try {
    const kept = keptIn(folder);
    return kept && stateOf(kept);
  } catch {
    return undefined; // there is no snapshot yet, or it is corrupted
  }
}

function stateOf(kept: Kept): AuditState {
  const state = new AuditState();
  state.position = kept.position;
  state.alerts = new Set(kept.alerts);
  state.reported = kept.reported;
  state.report = kept.report;
  for (const id of kept.over) state.over.add(id);
  for (const [id, cursor] of kept.cursors) state.cursors.set(id, cursor);
  for (const [id, file] of kept.damaged) state.damaged.set(id, file);
  for (const [window, found] of kept.unreported) state.unreported.set(window, found);
  for (const [tag, tasks] of kept.contradicted) state.contradicted.set(tag, new Set(tasks));
  for (const [team, found] of kept.teams) state.teams.set(team, new Set(found));
  for (const [name, history] of kept.rates) state.rates.set(name, new RateHistory(history));
  return state;
}

/** Called by the one process that holds the record. If the snapshot cannot be written, there is none. */
export function writeSnapshot(folder: string, state: AuditState): void {
  const draft = `${snapshotPath(folder)}.new`;
  try {
    writeFileSync(draft, JSON.stringify(keptOf(state)), { mode: 0o600 });
    renameSync(draft, snapshotPath(folder));
  } catch {
    rmSync(draft, { force: true }); // for example because the disk is full; nothing is lost, because the record has everything
  }
}

const keptOf = ({ position, over, cursors, damaged, unreported, rates, teams, contradicted, alerts, reported, report }: AuditState) => ({
  version,
  position,
  over: [...over],
  cursors: [...cursors],
  damaged: [...damaged],
  unreported: [...unreported],
  rates: [...rates].map(([name, history]) => [name, history.kept] as const),
  contradicted: [...contradicted].map(([tag, tasks]) => [tag, [...tasks]] as const),
  teams: [...teams].map(([team, found]) => [team, [...found]] as const),
  alerts: [...alerts],
  reported,
  report,
});

type Kept = ReturnType<typeof keptOf>;

function keptIn(folder: string): Kept | undefined {
  const kept = parsedJson(readFileSync(snapshotPath(folder), 'utf8')) as Kept | undefined; // only this code writes it, as a whole; the version is compared below
  return kept?.version === version ? kept : undefined;
}
