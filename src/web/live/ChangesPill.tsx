import { Button } from '../components/Button.tsx';
import { formatRowChanges, type RowChanges } from './useUnshownChanges.ts';

type Props = { news: (RowChanges & { show: () => void }) | null; noun: string };

/** Shows that other people changed the list, and updates the list when pressed. */
export function ChangesPill({ news, noun }: Props) {
  const show = (): void => {
    news?.show();
    // The pressed button disappears together with its message, so the focus moves to the screen.
    document.getElementById('screen')?.focus();
  };
  return (
    <div role="status" className="list-news">
      {news && (
        <Button look="quiet" onClick={show}>
          {formatRowChanges(news, noun)}: show
        </Button>
      )}
    </div>
  );
}
