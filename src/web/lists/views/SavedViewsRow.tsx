import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { savedViews, type SavedViewRow } from '../../../contract/saved-views/saved-views.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBox } from '../../components/ErrorBox.tsx';
import { useOnTopicChange } from '../../live/live.ts';
import { addressQueryCodec } from '../../navigation/address-values.ts';
import { usePathname } from '../../navigation/params.ts';
import { ScreenLink } from '../../navigation/ScreenLink.tsx';
import { callQuery, sendCall } from '../../sending/send.ts';
import { useSession } from '../../sending/session.ts';
import { useAttempt } from '../../sending/useAttempt.ts';
import type { ListData } from '../useList.ts';
import {
  isSameView,
  searchWithView,
  currentViewState,
  searchWithoutView,
  type SavedViewState,
} from './state.ts';
import { useDefaultViewAddress, type SearchParams } from './useDefaultViewAddress.ts';
import { lazyPart } from '../../navigation/lazy-screen.ts';
import './views.css';

// The dialog's inputs are larger than a whole list, so its code is fetched when somebody saves a view.
const ViewDialog = lazyPart(async () => {
  const [dialog, { themed }] = await Promise.all([
    import('./SavedViewDialog.tsx'),
    import('../../theme/themed.tsx'),
  ]);
  return { ViewDialog: themed(dialog.SavedViewDialog) };
}, 'ViewDialog');

type Named = { name: string; label: string };
type Props = {
  list: ListData<unknown>;
  /** All columns of the list, and the columns that it shows. */
  columns: Named[];
  shown: Named[];
};

const addressOf = (pathname: string, search: SearchParams): string =>
  `${pathname}${addressQueryCodec.stringifySearch(search)}`;

/** Shows the saved views of a list that the person may open, the open view, and the unsaved changes to it. */
export function SavedViewsRow({ list, columns, shown }: Props) {
  const { path } = list.calls.index;
  const pathname = useOwnPathname();
  const search: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const { admin } = useSession();
  const [dialog, setDialog] = useState<'new' | 'open' | null>(null);
  const { error, attempt } = useAttempt();
  const query = useQuery({
    queryKey: ['saved views'],
    ...callQuery(savedViews.index, {}, { background: true }),
  });
  useOnTopicChange(['saved_views'], () => void query.refetch());
  const { views, open } = viewsOf(query.data ?? [], path, search);
  const isUnknown = useDefaultViewAddress(query, { list: path, pathname, search, open });
  const kept = open && withColumnsOf(open, columns);
  const state = currentViewState(list, shown);
  const all = { ...searchWithoutView(search), ...(views.some((view) => view.is_default) && { view: 0 }) };
  const isTheirs = open !== undefined && mayChange(open, admin);
  const goTo = (to: SearchParams, replace: boolean) =>
    void navigate({ to: '.', search: to, replace, resetScroll: false });
  const save = (view: SavedViewRow): void =>
    void attempt(() => {
      const { id, updated_at } = view;
      return sendCall(savedViews.update, { body: { id, saved_view: { ...state, updated_at } } });
    });
  return (
    <>
      <nav className="views-row" aria-label="Views">
        <ul>
          <li>
            <ScreenLink to={addressOf(pathname, all)} aria-current={open ? undefined : 'true'}>
              All
            </ScreenLink>
          </li>
          {views.map((view) => (
            <li key={view.id}>
              <ViewLink
                view={view}
                to={addressOf(pathname, searchWithView(view.id, withColumnsOf(view, columns).state, search))}
                isOpen={view === open}
              />
            </li>
          ))}
        </ul>
        <ViewNotice open={kept} isUnknown={isUnknown} />
        {open && kept && !isSameView(kept.state, state) && (
          <Changed
            name={open.name}
            save={isTheirs ? () => save(open) : null}
            takeBack={() => goTo(searchWithView(open.id, kept.state, search), false)}
          />
        )}
        <span className="views-acts">
          {open && (
            <Button
              look="quiet"
              aria-label={`Settings of the view ${open.name}`}
              onClick={() => setDialog('open')}
            >
              Settings ...
            </Button>
          )}
          <Button look="quiet" hotkey="v" aria-label="Save as a view ..." onClick={() => setDialog('new')}>
            Save as ...
          </Button>
        </span>
      </nav>
      {error && <ErrorBox error={error} />}
      {dialog && (
        <Suspense fallback={null}>
          <ViewDialog
            list={path}
            view={dialog === 'new' ? undefined : open}
            state={state}
            mayChange={isTheirs}
            close={() => setDialog(null)}
            saved={(id) => {
              setDialog(null);
              if (dialog === 'new') goTo(searchWithView(id, state, search), false);
            }}
            removed={() => {
              setDialog(null);
              // Without this, the deleted view would open again, if it was the list's default view.
              goTo(all, true);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

type ChangedProps = { name: string; save: (() => void) | null; takeBack: () => void };

/**
 * Shown when a list differs from its saved view: the person saves the change, if they may change the view, or reverts it.
 */
const Changed = ({ name, save, takeBack }: ChangedProps) => (
  <>
    <span className="quiet">Changed:</span>
    {save && (
      <Button look="quiet" aria-label={`Save ${name} as it is shown`} onClick={save}>
        Save
      </Button>
    )}
    <Button look="quiet" aria-label={`Undo the changes to ${name}`} onClick={takeBack}>
      Undo
    </Button>
  </>
);

/**
 * Returns the path of this component's own screen: for a moment before the screen is removed, the router's current path is
 * already the next screen's.
 */
function useOwnPathname(): string {
  const pathname = usePathname();
  return useState(pathname)[0];
}

const mayChange = ({ is_own, is_shared }: SavedViewRow, admin: boolean): boolean =>
  is_shared ? admin : is_own;

/** Returns the saved views of a list, and the view that the list's address names. */
function viewsOf(all: readonly SavedViewRow[], list: string, search: SearchParams) {
  const views = all.filter((view) => view.list === list);
  return { views, open: views.find(({ id }) => id === search['view']) };
}

type RestoredView = { state: SavedViewState; gone: string[] };

/** Returns a saved view without the columns that the screen no longer has. */
function withColumnsOf(view: SavedViewRow, columns: Named[]): RestoredView {
  const isThere = (name: string): boolean => columns.some((column) => column.name === name);
  return {
    state: { ...view, columns: view.columns.filter(isThere) },
    gone: [...new Set([...view.gone, ...view.columns.filter((name) => !isThere(name))])],
  };
}

/** Tells the person that a view could not be restored as saved: the view is gone, or some of its columns are. */
const ViewNotice = ({ open, isUnknown }: { open: RestoredView | undefined; isUnknown: boolean }) => (
  <span role="status" className="views-said">
    {isUnknown && 'This view was deleted.'}
    {open && open.gone.length > 0 && `Without what is gone: ${open.gone.join(', ').replaceAll('_', ' ')}.`}
  </span>
);

type LinkProps = { view: SavedViewRow; to: string; isOpen: boolean };

function ViewLink({ view: { name, owner, is_own, is_shared, is_default }, to, isOpen }: LinkProps) {
  const notes = [is_shared && (is_own ? 'shared' : `shared by ${owner}`), is_default && 'opens by itself'];
  const title = notes.filter(Boolean).join(', ');
  return (
    <ScreenLink to={to} aria-current={isOpen ? 'true' : undefined} title={title || undefined}>
      {name}
      {is_default && <span aria-hidden> ★</span>}
      {is_shared && <small aria-hidden> shared</small>}
      {title && <span className="unseen">, {title}</span>}
    </ScreenLink>
  );
}
