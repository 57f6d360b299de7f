/** Every key of the page. */
import type { ReactNode } from 'react';
import { keys } from '../state/keys.ts';
import { Dialog } from './dialog.tsx';

export const KeysSheet = ({ close }: { readonly close: () => void }): ReactNode => (
  <Dialog title="Keys" close={close}>
    {keys.map(({ title, keys: group }) => (
      <section key={title} className="keys">
        <h3>{title}</h3>
        <dl>
          {group.map(({ key, does }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </Dialog>
);
