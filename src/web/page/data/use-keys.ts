/** Acts on keys that are not typed into a field. */
import { useEffect } from 'react';
import { actionFor, type KeyAction } from '../state/keys.ts';
import { addressOf, type Route } from '../state/route.ts';

export function useKeys(route: Route, showKeys: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      const action = actionFor(event.key);
      if (!action || !perform(action, route, showKeys)) return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [route, showKeys]);
}

/** Performs the action of a key; returns whether the key has one. */
function perform(action: KeyAction, route: Route, showKeys: () => void): boolean {
  if ('show' in action) showKeys();
  else if ('press' in action) return focus(action.press);
  else return go(action.go, route);
  return true;
}

function focus(key: string): boolean {
  const found = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (!found) return false;
  found.focus();
  found.scrollIntoView({ block: 'nearest' });
  if (key === '[' || key === ']') found.click();
  return document.activeElement === found;
}

const parts = { overview: 'overview', journal: 'journal', replay: 'replay', 'task memory': 'memory' } as const;

function go(to: Extract<KeyAction, { go: string }>['go'], route: Route): boolean {
  if (to === 'next task' || to === 'task before') return step(to === 'next task' ? 1 : -1);
  if (to === 'home' || to === 'memory' || to === 'audit' || to === 'team') location.hash = addressOf({ view: to });
  else if (route.view === 'task') location.hash = addressOf({ view: 'task', task: route.task, part: parts[to] });
  else return false;
  return true;
}

/** The task after or before the selected one, in the order of the list. */
function step(by: 1 | -1): boolean {
  const items = [...document.querySelectorAll<HTMLAnchorElement>('.sidebar .item')];
  const current = items.findIndex((item) => item.hasAttribute('aria-current'));
  const next = items[current === -1 ? 0 : current + by];
  next?.click();
  next?.focus();
  return next !== undefined;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || (/^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !isRange(target)));

const isRange = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement && ['range', 'checkbox', 'radio'].includes(target.type);
