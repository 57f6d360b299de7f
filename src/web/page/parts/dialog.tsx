/** A sheet above the page: focus stays in it, Esc closes it, and the focus goes back to where it was. */
import { type ReactNode, useEffect, useId, useRef } from 'react';

type DialogProps = { readonly title: string; readonly close: () => void; readonly children: ReactNode };

export function Dialog({ title, close, children }: DialogProps): ReactNode {
  const sheet = useRef<HTMLDialogElement>(null);
  const name = useId();
  useEffect(() => {
    const dialog = sheet.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={sheet}
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <header>
        <h2 id={name}>{title}</h2>
        <button type="button" className="quiet" onClick={close} aria-label="Close">
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
}
