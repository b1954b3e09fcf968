import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { loadDraft, deleteDraft, deleteDraftsUnder, storeDraft } from '../../../web/leaving/drafts.ts';
import { deleteDraftIfLeft, useBrowserLeaveMark } from '../../../web/leaving/left-by-browser.ts';
import { confirmDiscardOnLeave } from '../../../web/leaving/leave.ts';
import type { RecordId } from '../../../web/navigation/params.ts';
import { unknownOutcomeError } from '../../../web/sending/not-known.ts';
import { FieldErrors, sendCall } from '../../../web/sending/send.ts';
import { createRecordOnce } from '../../../web/records/form/make-once.ts';
import { fieldsChangedSince } from '../../../web/records/form/useRecordForm.ts';
import { rates } from '../rates.contract.ts';
import { rateDateRanges, SAVE_RATE_FIRST, type RateDateRange } from './rate-date-ranges.contract.ts';

/** The values of a date range in its form. An unsaved range has an id of 0 or less. */
export type RangeValues = Omit<RateDateRange, 'updated_at'> & { updated_at: string | null };
/** The date ranges with unsaved input, by id. */
type Typed = Record<string, RangeValues>;

const draftPath = (rateId: RecordId): string => `/manage-rate/${rateId} ranges`;
/** Returns the key under which the request that creates a range is kept, until its answer is known. */
const requestPath = (rateId: RecordId, id: number): string => `${draftPath(rateId)} ${id}`;
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const without = (typed: Typed, id: number): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([each]) => each !== String(id)));
const isEmpty = (record: object): boolean => Object.keys(record).length === 0;
const blankRange = (id: number): RangeValues => ({
  id,
  golf_rate_id: 0,
  start: '',
  end: '',
  time_start: '',
  time_end: '',
  description: '',
  rate_days: [],
  updated_at: null,
});

/** Moves the drafts of a new rate's date ranges to the rate, once the rate is saved. */
export function moveRangeDrafts(id: number): void {
  const typed = loadDraft<Typed>(draftPath('new'), {});
  dropRangeDrafts('new');
  if (typed) storeDraft(draftPath(id), typed);
}
export const dropRangeDrafts = (id: RecordId): void => deleteDraft(draftPath(id));

/** Prepares drafts of a new rate's date ranges before the rate's form opens: copies of other ranges, or a blank one. */
export function prepareNewRanges(like: RateDateRange[]): void {
  const begun = like.map((range, at): RangeValues => {
    const id = -1 - at;
    return { ...range, id, golf_rate_id: 0, updated_at: null };
  });
  const all = begun.length > 0 ? begun : [blankRange(-1)];
  storeDraft(draftPath('new'), Object.fromEntries(all.map((range) => [range.id, range])));
}

/** Moves input that was typed during a save to the other rate, which has the range now. */
function carryTyped(rateId: number, sent: RangeValues, typed: RangeValues = sent): void {
  const since = fieldsChangedSince(sent, { ...typed, id: sent.id });
  const path = draftPath(rateId);
  const range = { ...sent, golf_rate_id: rateId, updated_at: null, ...since };
  if (!isEmpty(since)) storeDraft(path, { ...loadDraft<Typed>(path, {}), [sent.id]: range });
}

const keyOf = (rateId: RecordId) => ['rate ranges', rateId];

/** Loads a saved rate with its ranges. */
export const useRateWithRanges = (rateId: RecordId, isIdle = true) =>
  useQuery({
    queryKey: keyOf(rateId),
    queryFn: () => sendCall(rates.show, { params: { id: Number(rateId) } }),
    enabled: rateId !== 'new' && isIdle,
  });

/** Returns the saved date ranges of a rate with unsaved input on top, so that saving one range loses no input in another. */
export function useDateRanges(rateId: RecordId, isIdle: boolean) {
  const loaded = useRateWithRanges(rateId, isIdle);
  const saved = loaded.data?.rate_date_ranges ?? [];
  const { typed, latest, setTyped, revise } = useTyped(rateId);
  const forget = (id: number) => {
    deleteDraft(requestPath(rateId, id));
    revise((now) => without(now, id));
  };
  // A new range keeps its React key when it is saved, so that its row keeps the focus and half-typed text.
  const [rowKeys, setRowKeys] = useState<Record<string, number>>({});
  const savedOf = (id: number) => saved.find((range) => range.id === id);
  return {
    rate: loaded.data,
    error: loaded.error,
    retry: () => void loaded.refetch(),
    rows: [
      ...saved.map((range): RangeValues => typed[range.id] ?? range),
      ...Object.values(typed).filter(({ id }) => !savedOf(id)),
    ],
    rowKey: (id: number) => rowKeys[id] ?? id,
    isSaved: (id: number) => savedOf(id) !== undefined,
    isTyped: (id: number) => id in typed,
    add: () => {
      const taken = [...Object.values(typed).map((range) => range.id), ...Object.values(rowKeys)];
      const id = Math.min(0, ...taken) - 1;
      setTyped((now) => ({ ...now, [id]: blankRange(id) }));
      return id;
    },
    change: (range: RangeValues, changed: Partial<RangeValues>) =>
      setTyped((now) => {
        const next = { ...(now[range.id] ?? range), ...changed };
        return same(next, savedOf(range.id)) ? without(now, range.id) : { ...now, [range.id]: next };
      }),
    /** Saves the typed values of a range, and returns the id of the rate that has the range now. */
    save: async (id: number): Promise<number> => {
      const before = savedOf(id);
      const range = latest.current[id] ?? before;
      if (rateId === 'new' || !range) throw new FieldErrors({ unsaved_rate: [SAVE_RATE_FIRST] });
      const answer = await saveRange(rateId, range).catch((failed: unknown) => {
        throw unknownOutcomeError(failed, 'whether the range was saved');
      });
      deleteDraft(requestPath(rateId, id));
      const sent = { ...answer.saved, id: answer.id };
      if (answer.rate_id !== rateId) {
        carryTyped(answer.rate_id, sent, latest.current[id]);
        forget(id);
        return answer.rate_id;
      }
      if (id <= 0) {
        setRowKeys((now) => ({ ...now, [answer.id]: id }));
        revise((now) => ({ ...without(now, id), [answer.id]: { ...sent, ...now[id], id: answer.id } }));
      }
      // The saved values are loaded before the typed ones are dropped, so that the row does not show the old values in between.
      const { data } = await loaded.refetch({ cancelRefetch: false });
      const stored = data?.rate_date_ranges.find((each) => each.id === answer.id) ?? sent;
      revise((now) => {
        // If the user typed the old values back during the save, the range is not in `now`, and `before` has those values.
        const since = fieldsChangedSince(sent, now[answer.id] ?? before ?? sent);
        const rest = without(now, answer.id);
        return isEmpty(since) ? rest : { ...rest, [answer.id]: { ...stored, ...since } };
      });
      return answer.rate_id;
    },
    remove: async (id: number): Promise<void> => {
      // Spec 2 §4: only a saved range is deleted on the server.
      if (savedOf(id)) await sendCall(rateDateRanges.remove, { params: { id } });
      forget(id);
    },
    /** Discards the typed values of a range in favor of those that somebody else saved. */
    takeSaved: async (id: number): Promise<void> => {
      await loaded.refetch();
      forget(id);
    },
  };
}

/** Saves a date range. A new range is created once, with the values that were sent first, however often the answer is lost. */
async function saveRange(rateId: number, range: RangeValues) {
  const bodyOf = (values: RangeValues) => ({ rate_date_range: { ...values, golf_rate_id: rateId } });
  if (range.id > 0)
    return { ...(await sendCall(rateDateRanges.update, { body: bodyOf(range) })), saved: range };
  return createRecordOnce(requestPath(rateId, range.id), range, (values, options) =>
    sendCall(rateDateRanges.create, { body: bodyOf(values) }, options),
  );
}

/**
 * Keeps the unsaved ranges as a draft, separate from the draft of the rate's own form. Leaving the screen asks for
 * confirmation.
 */
function useTyped(rateId: RecordId) {
  const path = draftPath(rateId);
  const [typed, setTyped] = useState<Typed>(() => {
    deleteDraftIfLeft(path);
    return loadDraft<Typed>(path, {}) ?? {};
  });
  const latest = useRef(typed);
  const isModified = Object.values(typed).some((range) => !same(range, blankRange(range.id)));
  useEffect(() => {
    latest.current = typed;
    if (isModified) storeDraft(path, typed);
    else deleteDraft(path);
  }, [typed, isModified, path]);
  useBrowserLeaveMark(path, isModified);
  useBlocker({
    shouldBlockFn: async ({ next }) => {
      const leaves = await confirmDiscardOnLeave(next.pathname);
      if (leaves) deleteDraftsUnder(path);
      return !leaves;
    },
    enableBeforeUnload: isModified,
    disabled: !isModified,
  });
  const revise = (change: (now: Typed) => Typed): void => {
    const next = change(latest.current);
    latest.current = next;
    if (isEmpty(next)) deleteDraft(path);
    else storeDraft(path, next);
    setTyped(change);
  };
  return { typed, latest, setTyped, revise };
}
