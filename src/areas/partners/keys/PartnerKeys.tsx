import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useBusinessSettings } from '../../../web/business/business.ts';
import { formatInstant } from '../../../web/business/instant.ts';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { OneTimeSecret } from '../../../web/components/OneTimeSecret.tsx';
import { askToConfirm } from '../../../web/leaving/ask.ts';
import { formatWithCommas } from '../../../web/lists/columns.ts';
import { toError } from '../../../web/sending/as-error.ts';
import { UnansweredCall } from '../../../web/sending/send.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { MAX_PARTNER_KEYS, partnerKeys, type PartnerKey, type NewPartnerKey } from './keys.contract.ts';

const UNSEEN = 'We could not confirm that the key was created. If it is in the list below, withdraw it.';

type Props = { partnerId: number; name: string };

/** Lists the API keys of a partner; a new key is shown once. */
export function PartnerKeys({ partnerId, name }: Props) {
  const params = { id: partnerId };
  const found = useQuery({
    queryKey: ['partner keys', partnerId],
    queryFn: () => sendCall(partnerKeys.index, { params }, { background: true }),
  });
  const { error, busy, attempt } = useAttempt();
  const [made, setMade] = useState<NewPartnerKey | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const good = found.data?.filter(({ withdrawn_at }) => withdrawn_at === null) ?? [];
  // While a new key is shown, no second key can be created, because the first would disappear from the screen.
  const mayMake = good.length < MAX_PARTNER_KEYS && made === null;
  const make = () =>
    attempt(async () => {
      const done = await sendCall(partnerKeys.make, { params }).catch(toError);
      // The list is reloaded even if the answer was lost, because a key that nobody saw may have been created.
      await found.refetch();
      if (done instanceof Error) throw done instanceof UnansweredCall ? new Error(UNSEEN) : done;
      setMade(done);
    });
  const withdraw = async (key: PartnerKey): Promise<void> => {
    const detail = `Requests with the key ${endOf(key)} of ${name} are rejected from now on. This cannot be undone.`;
    if (!(await askToConfirm({ question: 'Withdraw this key?', detail, verb: 'Withdraw', danger: true })))
      return;
    await attempt(async () => {
      const done = await sendCall(partnerKeys.withdraw, { params: { id: key.id } }).catch(toError);
      // The list is reloaded even if the answer was lost, because it shows if the key was withdrawn.
      const keys = (await found.refetch()).data ?? [];
      const isWithdrawn = keys.some(({ id, withdrawn_at }) => id === key.id && withdrawn_at !== null);
      if (done instanceof Error && !isWithdrawn) throw done;
      // The focus moves to the heading, because the pressed button is gone.
      heading.current?.focus({ preventScroll: true });
    });
  };
  return (
    <section className="card partner-card" aria-labelledby="partner-keys">
      <div className="partner-head">
        <h2 id="partner-keys" ref={heading} tabIndex={-1}>
          Keys
        </h2>
        <Button
          aria-disabled={busy || !mayMake || undefined}
          title={good.length < MAX_PARTNER_KEYS ? undefined : 'There are two already: withdraw one first.'}
          onClick={() => {
            if (mayMake) void make();
          }}
        >
          New key
        </Button>
      </div>
      {error && <ErrorBox error={error} />}
      {made && (
        <OneTimeSecret
          of={`the new key of ${name}`}
          text={made.key}
          says="The new key. It is shown only now: RIC keeps no copy."
          close={() => {
            setMade(null);
            heading.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {found.error && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <p className="quiet">Please wait...</p>}
      {found.data?.length === 0 && <p className="quiet">No keys yet, so no program can sign in as {name}.</p>}
      <ul>
        {found.data?.map((key) => (
          <KeyLine key={key.id} of={key} busy={busy} withdraw={() => void withdraw(key)} />
        ))}
      </ul>
    </section>
  );
}

const endOf = ({ key_end }: PartnerKey): string =>
  key_end === '' ? 'made before ends were kept' : `…${key_end}`;

/** Describes how often an API key was used within the last day. */
function askedRead({ requests, refused }: PartnerKey): string {
  const often = refused === 0 ? '' : `, ${formatWithCommas(refused)} of them rejected`;
  return `, ${formatWithCommas(requests)} ${requests === 1 ? 'request' : 'requests'} within a day${often}`;
}

function KeyLine({ of, busy, withdraw }: { of: PartnerKey; busy: boolean; withdraw: () => void }) {
  const { timeZone } = useBusinessSettings();
  const at = (instant: string) => formatInstant(instant, timeZone);
  const isGood = of.withdrawn_at === null;
  return (
    <li className="partner-line" data-off={!isGood || undefined}>
      <div>
        <code>{endOf(of)}</code>
        <span className="quiet">
          {of.made_by === '' ? 'Made' : `Made by ${of.made_by}`}, {at(of.created_at)}
        </span>
        <span className="quiet">
          {of.last_used_at ? `Last used ${at(of.last_used_at)}${askedRead(of)}` : 'Never used'}
        </span>
        {of.withdrawn_at && (
          <span className="quiet">
            Withdrawn{of.withdrawn_by && ` by ${of.withdrawn_by}`}, {at(of.withdrawn_at)}
          </span>
        )}
      </div>
      {isGood && (
        <Button
          look="danger"
          aria-disabled={busy || undefined}
          aria-label={`Withdraw the key ${endOf(of)}`}
          onClick={() => {
            if (!busy) withdraw();
          }}
        >
          Withdraw
        </Button>
      )}
    </li>
  );
}
