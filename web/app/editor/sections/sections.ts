/** Sections to start from, as the palette offers them. */
import { t } from '@lingui/core/macro';
import {
  Columns3,
  GalleryHorizontalEnd,
  type LucideIcon,
  Mail,
  Megaphone,
  PanelsTopLeft,
  Quote,
} from 'lucide-react';
import type { I18n } from '#words/i18n.ts';
import {
  callToAction,
  contact,
  features,
  hero,
  type SectionRow,
  testimonial,
  textBesideImage,
} from './section-rows.ts';

export interface Section {
  name: string;
  label: string;
  tooltip: string;
  keywords: readonly string[];
  icon: LucideIcon;
  row: (words: I18n) => SectionRow;
}

/** In the order in which a page has them. */
export const SECTIONS: readonly Section[] = [
  {
    name: 'hero',
    label: t`Hero`,
    tooltip: t`A large heading with buttons, beside a picture`,
    keywords: ['header', 'banner', 'start', 'headline', 'intro'],
    icon: PanelsTopLeft,
    row: hero,
  },
  {
    name: 'features',
    label: t`Features`,
    tooltip: t`Three cards under a heading`,
    keywords: ['benefits', 'services', 'cards', 'reasons'],
    icon: Columns3,
    row: features,
  },
  {
    name: 'text-beside-image',
    label: t`Text beside image`,
    tooltip: t`A story with a picture`,
    keywords: ['about', 'story', 'photo', 'picture'],
    icon: GalleryHorizontalEnd,
    row: textBesideImage,
  },
  {
    name: 'testimonial',
    label: t`Testimonial`,
    tooltip: t`A large quote`,
    keywords: ['quote', 'review', 'customer', 'recommendation'],
    icon: Quote,
    row: testimonial,
  },
  {
    name: 'call-to-action',
    label: t`Call to action`,
    tooltip: t`A coloured band with a button`,
    keywords: ['cta', 'button', 'banner'],
    icon: Megaphone,
    row: callToAction,
  },
  {
    name: 'contact',
    // The form alone, a plugin, is called Contact.
    label: t`Contact details`,
    tooltip: t`A contact form beside address and opening hours`,
    keywords: ['address', 'phone', 'email', 'hours', 'visit', 'form'],
    icon: Mail,
    row: contact,
  },
];
