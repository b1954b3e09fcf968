import { z } from 'zod';
import { IntegerOrDigits, DollarAmount } from '../reading/shapes.ts';

export const ForeUpToken = z.object({ data: z.object({ id: z.string().min(1) }) });

const Id = z.union([z.string().min(1), z.number()]).transform(String);

/** Returns the schema of a list, sent bare or as `data`, of records that are plain or have their fields below `attributes`. */
const listOf = <T>(record: z.ZodType<T>) =>
  z.preprocess((body) => {
    const list: unknown = isRecord(body) ? body['data'] : body;
    return Array.isArray(list) ? list.map(flat) : list;
  }, z.array(record));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const flat = (value: unknown): unknown =>
  isRecord(value) && isRecord(value['attributes']) ? { ...value['attributes'], id: value['id'] } : value;

export const ForeUpTeeSheets = listOf(z.object({ id: Id }));

export const ForeUpReservation = z
  .preprocess(
    (body) =>
      isRecord(body) && isRecord(body['data']) ? { ...body['data'], ...flatRecord(body['data']) } : body,
    z.object({ id: Id, status: z.string().nullish(), type: z.string().nullish() }),
  )
  .transform(({ status, type }) => ({ isDeleted: status === 'deleted' || type === 'deleted' }));
const flatRecord = (data: Record<string, unknown>) =>
  isRecord(data['attributes']) ? data['attributes'] : {};

/**
 * The schema of an open time at foreUP. `time` is ISO with an offset, amounts are dollars a person; `greeFeeTax` is
 * foreUP's own spelling.
 */
export const ForeUpTimeSchema = z.object({
  id: Id,
  time: z.string(),
  holes: IntegerOrDigits,
  availableSpots: IntegerOrDigits,
  allowedGroupSizes: z.array(IntegerOrDigits).nullish(),
  scheduleSideName: z.string().nullish(),
  scheduleName: z.string().nullish(),
  bookingClassId: Id.nullish(),
  rateType: z.string().nullish(),
  greenFee: DollarAmount,
  greeFeeTax: DollarAmount,
  cartFee: DollarAmount,
  cartFeeTax: DollarAmount,
});
/** The schema of a list of open times; each is then parsed by the schema `Time`. */
export const ForeUpTimesSchema = listOf(z.unknown());
export type ForeUpTime = z.infer<typeof ForeUpTimeSchema>;
