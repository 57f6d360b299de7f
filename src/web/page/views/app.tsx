/** The page: the tasks at the left, and the view that is open. */
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useKeys } from '../data/use-keys.ts';
import { useRoute } from '../data/use-route.ts';
import { useWaiting } from '../data/use-waiting.ts';
import { Boundary } from '../parts/boundary.tsx';
import { KeysSheet } from '../parts/keys-sheet.tsx';
import { NewAddress } from '../parts/new-address.tsx';
import { Waiting } from '../parts/states.tsx';
import { addressOf, type Place, places, type Route } from '../state/route.ts';
import { Home } from './home.tsx';
import { Sidebar } from './sidebar.tsx';

const TaskView = lazy(() => import('./task/task-view.tsx').then(({ TaskView: view }) => ({ default: view })));
const MemoryView = lazy(() => import('./memory-view.tsx').then(({ MemoryView: view }) => ({ default: view })));
const AuditView = lazy(() => import('./audit-view.tsx').then(({ AuditView: view }) => ({ default: view })));
const TeamView = lazy(() => import('./team-view.tsx').then(({ TeamView: view }) => ({ default: view })));

const names = { memory: 'Memory', audit: 'Audit', team: 'Team' } as const satisfies Record<Place, string>;

/** `link`: the state of the connection to the server. `here`: the folder that the server works in. */
type AppProps = { readonly link: 'open' | 'lost' | 'refused'; readonly here: string };

export function App({ link, here }: AppProps): ReactNode {
  const route = useRoute();
  const waiting = useWaiting();
  const [isListOpen, setListOpen] = useState(false);
  const [areKeysShown, setKeysShown] = useState(false);
  const closeList = useCallback(() => setListOpen(false), []);
  const showKeys = useCallback(() => setKeysShown(true), []);
  useKeys(route, showKeys);
  const at = addressOf(route);
  useEffect(() => {
    if (route.view !== 'task') document.title = route.view === 'home' ? 'artoo' : `${names[route.view]} · artoo`;
  }, [route.view]);
  return (
    <>
      <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to content
      </button>
      <header className="top">
        <button
          type="button"
          className="quiet list-button"
          aria-expanded={isListOpen}
          aria-controls="tasks"
          onClick={() => setListOpen(!isListOpen)}
        >
          Tasks{waiting.size > 0 ? ` (${waiting.size})` : ''}
        </button>
        <a className="brand" href={addressOf({ view: 'home' })}>
          artoo
        </a>
        <nav aria-label="Places">
          {places.map((place) => (
            <a key={place} href={addressOf({ view: place })} aria-current={route.view === place ? 'page' : undefined}>
              {names[place]}
            </a>
          ))}
        </nav>
        <Notify />
        <button type="button" className="quiet" onClick={showKeys} aria-label="Keys" title="Keys (?)">
          ?
        </button>
      </header>
      {link === 'lost' && <Lost />}
      <div className="columns">
        <Sidebar route={route} waiting={waiting} isOpen={isListOpen} close={closeList} />
        <main id="main" tabIndex={-1}>
          <Boundary key={at}>
            <Suspense fallback={<Waiting what="this view" lines={4} />}>
              <View route={route} here={here} />
            </Suspense>
          </Boundary>
        </main>
      </div>
      {areKeysShown && <KeysSheet close={() => setKeysShown(false)} />}
    </>
  );
}

/** A server that is only slow or suspended answers again by itself; a server that was started again has a new address. */
const Lost = (): ReactNode => (
  <section className="banner" aria-label="Connection">
    <p role="status">
      The server does not answer. Your tasks and their journals are safe, and this page continues as soon as the server is back.
    </p>
    <details>
      <summary>Was it restarted?</summary>
      <NewAddress />
    </details>
  </section>
);

function View({ route, here }: { readonly route: Route; readonly here: string }): ReactNode {
  switch (route.view) {
    case 'home':
      return <Home here={here} />;
    case 'task':
      return <TaskView key={route.task} route={route} />;
    case 'memory':
      return <MemoryView />;
    case 'audit':
      return <AuditView />;
    case 'team':
      return <TeamView here={here} />;
  }
}

/** Asks for permission to show notifications, once and only when pressed. */
function Notify(): ReactNode {
  const [permission, setPermission] = useState(() => (typeof Notification === 'undefined' ? 'denied' : Notification.permission));
  if (permission !== 'default') return null;
  return (
    <button type="button" className="quiet notify" onClick={() => void Notification.requestPermission().then(setPermission)}>
      Notify me
    </button>
  );
}
