import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { CourseGroupList } from '../course-groups/CourseGroupList.tsx';
import { HolidayList } from '../holidays/HolidayList.tsx';
import { ImageList } from '../images/ImageList.tsx';
import { MaintenanceList } from '../maintenances/MaintenanceList.tsx';
import { NewRateButton } from '../rates/NewRateButton.tsx';
import { RateList } from '../rates/RateList.tsx';
import { RentalClubList } from '../rental-clubs/RentalClubList.tsx';
import { usePathname } from '../../web/navigation/params.ts';
import './courses.css';

type OfCourse = { courseId: number };
type Part = { label: string; component: (of: OfCourse) => ReactNode };

const only =
  (List: ComponentType<{ fixedFilters?: { course_id: number } }>) =>
  ({ courseId }: OfCourse) => <List fixedFilters={{ course_id: courseId }} />;

/** The tabs of an existing course, beside the course's form (Spec 2 §2). */
export const COURSE_TABS = {
  rates: {
    label: 'Rates',
    component: ({ courseId }) => (
      <RateList
        live
        fixedFilters={{ course_id: courseId }}
        actions={<NewRateButton label="New Rate" values={{ course: { id: courseId } }} />}
      />
    ),
  },
  groups: { label: 'Groups', component: only(CourseGroupList) },
  holidays: { label: 'Holidays', component: only(HolidayList) },
  clubs: { label: 'Rental Clubs', component: only(RentalClubList) },
  maintenance: { label: 'Maintenance', component: only(MaintenanceList) },
  image: { label: 'Image', component: ({ courseId }) => <ImageList courseId={courseId} /> },
} as const satisfies Record<string, Part>;
type PartName = keyof typeof COURSE_TABS;
const NAMES: PartName[] = ['rates', 'groups', 'holidays', 'clubs', 'maintenance', 'image'];

/** Returns the tab that an address names; null for the course's form. */
export const courseTabNamed = (tab: unknown): PartName | null => NAMES.find((name) => name === tab) ?? null;

/** Shows the tabs as links, because each tab has its own address. The form keeps unsaved input while another tab is shown. */
export function CourseTabs({ current, modified }: { current: PartName | null; modified: boolean }) {
  const pathname = usePathname();
  const tabs = [null, ...NAMES].map((name) => ({
    name,
    label: name ? COURSE_TABS[name].label : `Course${modified ? ' •' : ''}`,
  }));
  const nav = useRef<HTMLElement>(null);
  // On a phone, the row of tabs scrolls sideways, so the open tab is scrolled into view.
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current]');
    const stays = nav.current?.querySelector<HTMLElement>('[data-modified]')?.offsetWidth ?? 0;
    if (nav.current && open) nav.current.scrollLeft = open.offsetLeft - nav.current.offsetLeft - stays - 12;
  }, [current]);
  return (
    <nav className="tabs" aria-label="Course" ref={nav}>
      {tabs.map(({ name, label }) => (
        <Link
          key={label}
          to={pathname}
          search={name ? { tab: name } : {}}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={name === current ? 'page' : undefined}
          data-modified={(name === null && modified) || undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
