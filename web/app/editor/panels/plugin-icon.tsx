/** A plugin's icon by the name in its manifest. The names that plugins use are listed, so that not all icons are loaded. */
import {
  CalendarDays,
  CircleHelp,
  Contact,
  CreditCard,
  FileText,
  GalleryHorizontal,
  Image,
  KeyRound,
  LayoutPanelLeft,
  List,
  ListTree,
  LogIn,
  type LucideIcon,
  Mail,
  Map as MapIcon,
  Menu,
  MessageSquareQuote,
  Newspaper,
  Package,
  PanelTop,
  Puzzle,
  Search,
  ShoppingCart,
  Type,
  User,
  UserPlus,
  Video,
} from 'lucide-react';
import type { ReactNode } from 'react';

const ICONS: Record<string, LucideIcon> = {
  'calendar-days': CalendarDays,
  'circle-help': CircleHelp,
  contact: Contact,
  'credit-card': CreditCard,
  'file-text': FileText,
  'gallery-horizontal': GalleryHorizontal,
  image: Image,
  'key-round': KeyRound,
  'layout-panel-left': LayoutPanelLeft,
  list: List,
  'list-tree': ListTree,
  'log-in': LogIn,
  mail: Mail,
  map: MapIcon,
  menu: Menu,
  'message-square-quote': MessageSquareQuote,
  newspaper: Newspaper,
  package: Package,
  'panel-top': PanelTop,
  search: Search,
  'shopping-cart': ShoppingCart,
  type: Type,
  user: User,
  'user-plus': UserPlus,
  video: Video,
};

export function PluginIcon({ name, size = 18 }: { name: string; size?: number }): ReactNode {
  const Icon = ICONS[name] ?? Puzzle;
  return <Icon size={size} strokeWidth={1.75} aria-hidden />;
}
