/** Starts the page of `artoo serve`. */
import '../../contracts/shapes/uncompiled-schemas.ts';
import './style/page.css';
import { type ReactNode, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { connectDrive } from '../client/connect-drive.ts';
import { DriveProvider } from './data/drive-context.ts';
import { enterOnNewAddress, forgetSecret, secretOfPage, suggestedFolder } from './data/session.ts';
import { asError } from './data/use-call.ts';
import { errorText } from './state/error-text.ts';
import { App } from './views/app.tsx';
import { Closed } from './views/closed.tsx';

type Link = 'open' | 'lost' | 'refused';

const links = new EventTarget();
let link: Link = 'open';

function Page({ secret }: { readonly secret: string }): ReactNode {
  const [drive] = useState(() => connectDrive({ url: location.origin, secret, onLink: setLink }));
  const [state, setState] = useState(link);
  useEffect(() => {
    const changed = () => setState(link);
    links.addEventListener('change', changed);
    return () => links.removeEventListener('change', changed);
  }, []);
  if (state === 'refused') return <Closed why="The server was restarted" hint={again} />;
  return (
    <DriveProvider value={drive}>
      <App link={state} here={suggestedFolder()} />
    </DriveProvider>
  );
}

/** What is true of every task after its server has ended, for whatever reason. */
const again =
  'Tasks and their journals are kept; one that was under way can be resumed. Paste the address that artoo printed when it started, and you can continue where you left off.';

function setLink(next: Link): void {
  link = next;
  if (next === 'refused') forgetSecret();
  links.dispatchEvent(new Event('change'));
}

const element = document.getElementById('page');
if (!element) throw new Error('the page has no root element');
const root = createRoot(element);
enterOnNewAddress();
secretOfPage().then(
  (secret) =>
    root.render(
      <StrictMode>
        <Page secret={secret} />
      </StrictMode>,
    ),
  (thrown: unknown) => {
    const { what, todo } = errorText(asError(thrown));
    root.render(<Closed why={what} hint={todo} />);
  },
);
