import { useSyncExternalStore } from 'react';
import { isRetryingBusyCall, onBusyRetryChange } from './send-until-answered.ts';

/** Tells the person, on any screen, that the server is too busy to answer yet. */
export function BusyNote() {
  const isShown = useSyncExternalStore(onBusyRetryChange, isRetryingBusyCall);
  return (
    <div className="busy-note" role="status">
      {isShown && <p className="strip">RIC is busy, trying again. Nothing you typed is lost.</p>}
    </div>
  );
}
