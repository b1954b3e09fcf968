import type { RecordFormValues } from '../../contract/forms/record.ts';
import { Checkbox } from '../../web/inputs/Checkbox.tsx';
import { FieldGroup, WideField } from '../../web/inputs/FieldGroup.tsx';
import { MoneyInput } from '../../web/inputs/typed/MoneyInput.tsx';
import { NumberInput } from '../../web/inputs/typed/NumberInput.tsx';
import { Select } from '../../web/inputs/choosing/Select.tsx';
import { TextArea } from '../../web/inputs/TextArea.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { RecordColumn, RecordColumns } from '../../web/records/RecordPage.tsx';
import type { useRecord } from '../../web/records/useRecord.ts';
import { MainPicture } from '../images/main/MainPicture.tsx';
import { CountrySelect } from '../countries/CountrySelect.tsx';
import type { Course } from './courses.contract.ts';
import { TimeZoneSelect } from './TimeZoneSelect.tsx';

export type CourseValues = RecordFormValues<typeof Course>;
const QUALITIES = [1, 2, 3, 4, 5].map((stars) => [stars, String(stars)] as const);

export function CourseFields({ record }: { record: ReturnType<typeof useRecord<CourseValues>> }) {
  const { field, id, base } = record;
  return (
    <RecordColumns>
      <RecordColumn>
        <FieldGroup title="Details">
          <WideField>
            <TextInput label="Course Name" {...field('course_name')} />
          </WideField>
          <WideField>
            <TextInput label="Website Display Name" {...field('display_name')} />
          </WideField>
          <TextInput label="Email" type="email" {...field('email')} />
          <TextInput label="Phone" type="tel" {...field('phone')} />
          <WideField>
            <TextInput label="Address" {...field('address')} />
          </WideField>
          <WideField>
            <TextInput label="Address 2" {...field('address_2')} />
          </WideField>
          <TextInput label="City" {...field('city')} />
          <TextInput label="State/Province" {...field('subdivision')} />
          <TextInput label="Zip/Postcode" {...field('postcode')} />
          <CountrySelect label="Country" {...field('country_alpha2')} />
          <TimeZoneSelect label="Time Zone" {...field('time_zone')} />
        </FieldGroup>
        <FieldGroup title="Public site">
          <Select label="Quality" options={QUALITIES} {...field('quality')} />
          <NumberInput label="Position" {...field('position')} />
          <MoneyInput label="Minimum Price" {...field('price_min')} />
          <MoneyInput label="Maximum Price" {...field('price_max')} />
          <NumberInput label="Distance From Airport" decimals {...field('distance_from_airport')} />
          <WideField>
            <TextInput label="Image URL" type="url" {...field('image_url')} />
          </WideField>
          <TextArea label="Description" {...field('description')} />
        </FieldGroup>
      </RecordColumn>
      <RecordColumn>
        <FieldGroup title="Booking">
          <MoneyInput label="Golf Cart Rate" {...field('cart_rate')} />
          <Checkbox
            label="Rate required?"
            description="Nothing is booked without a rate."
            {...field('rate_required')}
          />
          <Checkbox label="Internal only?" {...field('internal_only')} />
          <Checkbox label="Realtime?" {...field('is_realtime')} />
          <Checkbox label="Inactive?" {...field('inactive')} />
          <TextInput label="Golfswitch Course ID" {...field('golfswitch_course.gs_id')} />
          <TextInput label="Golfswitch Course XID" {...field('golfswitch_course.gs_xid')} />
          <TextInput label="Golfnow Course ID" {...field('golfnow_course.golfnow_id')} />
          <TextInput label="Club Prophet Course ID" {...field('club_prophet_course.club_prophet_id')} />
          <TextInput label="foreUP Course ID" {...field('fore_up_course.fore_up_id')} />
          <NumberInput label="Days out to scrape" {...field('days_out_to_scrape')} />
          <NumberInput label="Daily realtime round limit" {...field('round_limit')} />
        </FieldGroup>
        <MainPicture courseId={id} name={base?.course_name ?? ''} />
      </RecordColumn>
    </RecordColumns>
  );
}
