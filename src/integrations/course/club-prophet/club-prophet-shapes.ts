import { z } from 'zod';
import { IntegerOrDigits, DollarAmount } from '../reading/shapes.ts';

const Id = z.union([z.string(), z.number()]).transform(String);

export const TenantConfiguration = z.object({ siteName: z.string().nullish(), apiKey: z.string().nullish() });
export const TenantOptions = z.object({ webSiteId: Id.nullish(), terminalId: Id.nullish() });
export const OnlineCourses = z.array(
  z.object({
    courseId: Id,
    courseName: z.string().nullish(),
    siteId: Id.nullish(),
    websiteId: Id.nullish(),
    timezoneId: z.string().nullish(),
  }),
);
export type OnlineCourse = z.infer<typeof OnlineCourses>[number];
export const TokenAnswer = z.object({ access_token: z.string().min(1) });

const Price = z.object({
  shItemCode: z.string(),
  price: DollarAmount,
  taxInclusivePrice: DollarAmount,
  rateCode: z.string().nullish(),
  classCode: z.string().nullish(),
  priceTypeName: z.string().nullish(),
});
export type ClubProphetPrice = z.infer<typeof Price>;

export const ClubProphetSlotSchema = z.object({
  teeSheetId: Id,
  /** The local time at the course, without a time zone. */
  startTime: z.string(),
  courseId: Id.nullish(),
  startingTee: IntegerOrDigits.nullish(),
  holesDisplay: z.string().nullish(),
  is9HoleOnly: z.boolean().nullish(),
  isDisabled18Hole: z.boolean().nullish(),
  minPlayer: IntegerOrDigits.nullish(),
  maxPlayer: IntegerOrDigits.nullish(),
  isNotAllowSingleBooking: z.boolean().nullish(),
  /** The numbers of the free seats: [3, 4] means two seats. */
  availableParticipantNo: z.array(z.number()),
  shItemPrices: z.array(Price).nullish(),
});
export type ClubProphetSlot = z.infer<typeof ClubProphetSlotSchema>;

const Message = z.object({ messageKey: z.string() });
type Sheet = { content: unknown[] | null; messageKey: string | null; isSuccess: boolean | null };

/**
 * The schema of an answer with a day's slots: a list (each entry is then parsed by the schema `Slot`) or a message,
 * sent bare by older tenants or as `content` by others.
 */
export const SlotsAnswer: z.ZodType<Sheet> = z.union([
  z.array(z.unknown()).transform((content) => ({ content, messageKey: null, isSuccess: null })),
  z
    .object({ isSuccess: z.boolean().nullish(), content: z.union([z.array(z.unknown()), Message]) })
    .transform(({ isSuccess, content }) => ({
      isSuccess: isSuccess ?? null,
      ...(Array.isArray(content) ? { content, messageKey: null } : { content: null, ...content }),
    })),
  Message.transform(({ messageKey }) => ({ content: null, messageKey, isSuccess: null })),
]);

export const BookingRules = z.object({
  bookingRuleByClass: z.array(
    z.object({
      bookingRuleByCourse: z.array(
        z.object({
          daysInAdvance: IntegerOrDigits,
          daysInAdvanceWeekend: IntegerOrDigits.nullish(),
          time: z.string().nullish(),
        }),
      ),
    }),
  ),
});

export const ClubProphetCancelAnswer = z.object({
  isSuccess: z.boolean(),
  errors: z.array(z.string()).nullish(),
});
