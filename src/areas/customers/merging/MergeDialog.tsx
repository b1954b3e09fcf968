import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { businessNow, formatDay } from '../../../contract/dates.ts';
import { useBusinessSettings } from '../../../web/business/business.ts';
import { Button } from '../../../web/components/Button.tsx';
import { Dialog } from '../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { useDialogClose } from '../../../web/leaving/useDialogClose.ts';
import { useCreateOnce } from '../../../web/records/form/make-once.ts';
import { unknownOutcomeError } from '../../../web/sending/not-known.ts';
import { sendCall, Stale } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import {
  customerMerges,
  MERGED_FIELDS,
  type MergedField,
  type CustomerRecordCounts,
  type CustomerToMerge,
} from './merging.contract.ts';
import {
  differingFields,
  valueFromCustomerId,
  customerName,
  fieldsTakenOver,
  type MergeChoices,
  type MergePair,
} from './merging.rules.ts';
import './merging.css';

const LABELS: Record<MergedField, string> = {
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email',
  primary_phone: 'Primary Phone',
  mobile_phone: 'Mobile Phone',
  address: 'Address',
  address_2: 'Address 2',
  address_3: 'Address 3',
  city: 'City',
  subdivision: 'State/Province',
  postcode: 'Zip/Postcode',
  country_alpha2: 'Country',
  legacy_address: 'Legacy System Shipping Address',
};
const NAMED: Record<keyof CustomerRecordCounts, string> = {
  rounds: 'Rounds',
  deals: 'Rounds of a deal',
  certificates_bought: 'Certificates bought',
  certificates_received: 'Certificates received',
  leads: 'Leads',
  queue_entries: 'Places in queues',
  letters: 'Letters',
  notes: 'Private notes',
};

type Props = {
  id: number;
  otherId: number;
  close: () => void;
  /** Called after the merge, with the id of the customer that stays. */
  done: (id: number) => void;
  /** Called after a failed attempt: the merge may have happened, or one of the customers has changed. */
  failed: () => void;
};

/** Shows two customers side by side: which of them stays, which value of each field is kept, and which records move. */
export function MergeDialog({ id, otherId, close, done, failed }: Props) {
  const query = useQuery({
    queryKey: ['merge', id, otherId],
    queryFn: ({ signal }) =>
      sendCall(customerMerges.preview, { params: { id, other_id: otherId } }, { signal }),
    gcTime: 0,
  });
  const attempts = useAttempt();
  const mayClose = useDialogClose(close, attempts.busy);
  return (
    <Dialog title="Merge two customers" close={mayClose} size={760}>
      {query.error && <ErrorBox error={query.error} retry={() => void query.refetch()} />}
      {!query.data && !query.error && <p className="quiet">Please wait...</p>}
      {query.data && (
        <Merging
          // The key changes with the version of either customer, so that the comparison starts again after a concurrent change.
          key={query.data.sides.map(({ updated_at }) => updated_at).join(' ')}
          sides={query.data.sides}
          again={() => void query.refetch()}
          done={done}
          failed={failed}
          attempts={attempts}
          close={mayClose}
        />
      )}
    </Dialog>
  );
}

type Sides = [CustomerToMerge, CustomerToMerge];
type MergingProps = Pick<Props, 'done' | 'failed'> & {
  sides: Sides;
  again: () => void;
  close: (() => void) | undefined;
  attempts: ReturnType<typeof useAttempt>;
};

function Merging({ sides, again, close, done, failed, attempts }: MergingProps) {
  const [older, younger] = sides;
  const [staying, setStaying] = useState(older.id);
  const [chosen, setChosen] = useState<MergeChoices>({});
  const { error, busy, attempt } = attempts;
  const once = useCreateOnce();
  const pair = staying === older.id ? { stays: older, goes: younger } : { stays: younger, goes: older };
  const { stays, goes } = pair;
  const merge = () =>
    attempt(async () => {
      const seen = ({ id, updated_at }: CustomerToMerge) => ({ id, updated_at });
      const body = { stays: seen(stays), goes: seen(goes), taken: fieldsTakenOver(pair, chosen) };
      const merged = await once(body, (options) => sendCall(customerMerges.merge, { body }, options)).catch(
        (caught: unknown) => {
          failed();
          throw unknownOutcomeError(caught, 'whether they were merged');
        },
      );
      done(merged.id);
    });
  return (
    <>
      <table className="merging">
        <WhoStays sides={sides} staying={staying} stay={setStaying} />
        <Fields
          sides={sides}
          pair={pair}
          chosen={chosen}
          choose={(name, id) => setChosen((now) => ({ ...now, [name]: id }))}
        />
        <ComesAlong sides={sides} />
      </table>
      <p className="quiet">
        All that {customerName(goes)} has comes to the one that stays, whom the number {goes.id} and the old
        e-mail then lead to. Receipts that were sent and the books stay as they are. It can only be undone by
        hand.
      </p>
      {error && <ErrorBox error={error} {...(error instanceof Stale && { retry: again })} />}
      <div className="row dialog-end">
        <Button aria-disabled={!close} onClick={close}>
          Close
        </Button>
        <Button look="danger-go" aria-disabled={busy || undefined} onClick={() => void merge()}>
          {busy ? 'Please wait...' : `Merge customer ${goes.id} into ${stays.id}`}
        </Button>
      </div>
    </>
  );
}

type WhoProps = { sides: Sides; staying: number; stay: (id: number) => void };

function WhoStays({ sides, staying, stay }: WhoProps) {
  const { timeZone } = useBusinessSettings();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <thead>
      <tr>
        <th scope="col">Who stays</th>
        {sides.map((side, at) => (
          <th key={side.id} scope="col">
            <label>
              <input
                ref={at === 0 ? first : undefined}
                type="radio"
                name="stays"
                checked={side.id === staying}
                onChange={() => stay(side.id)}
              />
              <span>
                {customerName(side)} {side.id === staying ? 'stays' : <span className="quiet">goes</span>}
              </span>
            </label>
            <span className="quiet">
              Customer {side.id}, since {formatDay(businessNow(new Date(side.created_at), timeZone).date)}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

type FieldsProps = {
  sides: Sides;
  pair: MergePair;
  chosen: MergeChoices;
  choose: (name: MergedField, id: number) => void;
};

/** Shows the fields of both customers: a field that differs has a choice of values, an equal value is shown once. */
function Fields({ sides, pair, chosen, choose }: FieldsProps) {
  const differ = new Set(differingFields(pair));
  return (
    <tbody>
      {MERGED_FIELDS.filter((name) => differ.has(name) || pair.stays[name]).map((name) => (
        <tr key={name}>
          <th scope="row">
            <Broken text={LABELS[name]} />
          </th>
          {differ.has(name) ? (
            sides.map((side) => (
              <td key={side.id}>
                <label>
                  <input
                    type="radio"
                    name={name}
                    checked={valueFromCustomerId(pair, name, chosen) === side.id}
                    onChange={() => choose(name, side.id)}
                  />
                  <span>
                    <span className="unseen">{LABELS[name]}: </span>
                    {side[name] || <span className="quiet">nothing</span>}
                  </span>
                </label>
              </td>
            ))
          ) : (
            <td colSpan={2}>
              {pair.stays[name]} <span className="quiet">both</span>
            </td>
          )}
        </tr>
      ))}
    </tbody>
  );
}

/** Shows a field's label, which may wrap after its slash. */
const Broken = ({ text }: { text: string }) =>
  text.split('/').map((part, at) => (
    <Fragment key={part}>
      {at > 0 && (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));

/** Shows how many records of each customer belong to the customer that stays after the merge. */
function ComesAlong({ sides }: { sides: Sides }) {
  const names = Object.entries(NAMED).flatMap(([name, label]) => {
    const counts = sides.map(({ named }) => Object.entries(named).find(([each]) => each === name)?.[1] ?? 0);
    return counts.some((count) => count > 0) ? [{ label, counts }] : [];
  });
  if (names.length === 0) return null;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3} className="merging-what">
          What they have
        </th>
      </tr>
      {names.map(({ label, counts }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {sides.map(({ id }, at) => (
            <td key={id}>{counts[at]?.toLocaleString('en-US')}</td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
