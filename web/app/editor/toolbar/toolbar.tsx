/** The bar above the page: where one is, viewing or editing, undo and save, and the way to everything else. */
import { plural, t } from '@lingui/core/macro';
import { ActionIcon, Button, Menu, SegmentedControl, Tooltip } from '@mantine/core';
import {
  Check,
  CircleUser,
  CloudOff,
  Ellipsis,
  Eye,
  LayoutDashboard,
  LogOut,
  Monitor,
  Pencil,
  Smartphone,
  Tablet,
} from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { BellPlace } from '../../notifications/bell-place.tsx';
import { ACCOUNT } from '../../session/access.ts';
import { askAndLogOut } from '../../session/log-out.ts';
import { BrandMark } from '../../ui/brand.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { SchemeToggle } from '../../ui/scheme-toggle.tsx';
import { WhoSees } from '../../visibility/who-sees.tsx';
import type { Command } from '../commands/command.ts';
import * as commands from '../commands/page-commands.ts';
import { useCommand } from '../commands/use-command.ts';
import { useChromeState, useEditing, useEditorState } from '../context.tsx';
import { loadDialogs } from '../load-ahead.ts';
import type { Device } from '../store/chrome-store.ts';
import { unsavedCount } from '../store/queue.ts';
import { CommandItem } from './selection-bar.tsx';
import styles from './toolbar.module.css';

interface ToolbarProps {
  title: string;
  address: string;
  /** The scopes that the page is kept to. */
  seenBy: readonly string[] | undefined;
  hasCRM: boolean;
  onEdit: () => Promise<void>;
}

/** Each part follows what it shows by itself: the bar is heavy to draw, and waited for when the page opens. */
export function Toolbar({ title, address, seenBy, hasCRM, onEdit }: ToolbarProps): ReactNode {
  return (
    <header className={styles.toolbar}>
      <div className={styles.start}>
        <Home />
        <div className={styles.where}>
          <strong title={title}>{title}</strong>
          <span className={styles.address}>
            <span title={address}>{address}</span>
            <WhoSees names={seenBy} hasCRM={hasCRM} />
          </span>
        </div>
      </div>
      <ModeSwitch onEdit={onEdit} />
      <End />
    </header>
  );
}

const Home = memo(function Home(): ReactNode {
  return (
    <Tooltip label={t`Administration`}>
      <Link to="/cms-admin" className={styles.brand} aria-label={t`Administration`}>
        <BrandMark size={22} />
      </Link>
    </Tooltip>
  );
});

const End = memo(function End(): ReactNode {
  return (
    <div className={styles.end}>
      <Tools>
        <IconCommand command={commands.undo} />
        <IconCommand command={commands.redo} />
        <span className={styles.divider} />
        <IconCommand command={commands.openAdd} isPanel="add" />
        <IconCommand command={commands.openOutline} isPanel="outline" />
        <IconCommand command={commands.openSettings} isPanel="settings" />
      </Tools>
      <Devices />
      <BellPlace isLater />
      <div className={styles.scheme}>
        <SchemeToggle />
      </div>
      <MainMenu />
      <SaveButton />
    </div>
  );
});

const useIsViewing = () => useEditorState((state) => state.mode.name === 'view');

function Tools({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className={styles.tools} hidden={useIsViewing()}>
      {children}
    </div>
  );
}

const ModeSwitch = memo(function ModeSwitch({ onEdit }: Pick<ToolbarProps, 'onEdit'>): ReactNode {
  const { editor } = useEditing();
  const isViewing = useIsViewing();
  return (
    <SegmentedControl
      aria-label={t`View or edit the page`}
      value={isViewing ? 'view' : 'edit'}
      onChange={(value) => (value === 'edit' ? void onEdit() : editor.setMode({ name: 'view' }))}
      data={[
        { value: 'view', label: <ModeLabel icon={Eye} text={t`View`} /> },
        { value: 'edit', label: <ModeLabel icon={Pencil} text={t`Edit`} /> },
      ]}
    />
  );
});

function ModeLabel({ icon: Icon, text }: { icon: typeof Eye; text: string }): ReactNode {
  return (
    <span className={styles.modeLabel}>
      <Icon size={14} aria-hidden />
      {text}
    </span>
  );
}

interface IconCommandProps {
  command: Command;
  isPanel?: string;
}

function IconCommand({ command, isPanel }: IconCommandProps): ReactNode {
  const { isEnabled, run } = useCommand(command);
  const panel = useChromeState((state) => state.panel);
  const hasSomething = useEditorState((state) =>
    command === commands.undo
      ? state.history.past.length > 0
      : command === commands.redo
        ? state.history.future.length > 0
        : true,
  );
  const Icon = command.icon;
  const [key] = command.keys ?? [];
  return (
    <Tooltip
      label={
        <span className={styles.tip}>
          {command.label} {key && <Kbd keys={key} />}
        </span>
      }
    >
      <ActionIcon
        aria-label={command.label}
        aria-pressed={isPanel ? panel === isPanel : undefined}
        data-opens={isPanel}
        data-active={(isPanel && panel === isPanel) || undefined}
        className={styles.icon}
        disabled={!isEnabled || !hasSomething}
        onClick={run}
      >
        <Icon size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

const DEVICES: { device: Device; label: string; icon: typeof Monitor }[] = [
  { device: 'phone', label: t`Phone, 390 wide`, icon: Smartphone },
  { device: 'tablet', label: t`Tablet, 768 wide`, icon: Tablet },
  { device: 'full', label: t`Full width`, icon: Monitor },
];

function Devices(): ReactNode {
  const { chrome } = useEditing();
  const current = useChromeState((state) => state.device);
  const Icon = DEVICES.find(({ device }) => device === current)?.icon ?? Monitor;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon className={styles.devices} aria-label={t`Width of the page`} title={t`Width of the page`}>
          <Icon size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {DEVICES.map(({ device, label, icon: DeviceIcon }) => (
          <Menu.Item
            key={device}
            aria-current={device === current || undefined}
            leftSection={<DeviceIcon size={16} aria-hidden />}
            rightSection={device === current && <Check size={15} aria-hidden />}
            onClick={() => chrome.setState({ device })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function MainMenu(): ReactNode {
  const isViewing = useIsViewing();
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon
          aria-label={t`More`}
          title={t`More`}
          onPointerEnter={() => void loadDialogs()}
          onFocus={() => void loadDialogs()}
        >
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <CommandItem command={commands.newPage} />
        <CommandItem command={commands.pageSettings} />
        {isViewing && (
          <div className={styles.onlyNarrow}>
            <CommandItem command={commands.viewAs} />
          </div>
        )}
        {!isViewing && (
          <div className={styles.onlyNarrow}>
            <CommandItem command={commands.undo} />
            <CommandItem command={commands.redo} />
            <CommandItem command={commands.openOutline} />
            <CommandItem command={commands.openSettings} />
          </div>
        )}
        <Menu.Divider />
        <CommandItem command={commands.palette} />
        <CommandItem command={commands.shortcuts} />
        <Menu.Item component={Link} to="/cms-admin" leftSection={<LayoutDashboard size={16} aria-hidden />}>
          {t`Administration`}
        </Menu.Item>
        <Menu.Item component={Link} to={ACCOUNT} leftSection={<CircleUser size={16} aria-hidden />}>
          {t`Your account`}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={() => void askAndLogOut()}>
          {t`Log out`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Saves, and says how much is not saved yet. It keeps its width whatever it says. */
function SaveButton(): ReactNode {
  const { saver, save } = useEditing();
  const status = useStore(saver.status, (state) => state.status);
  const count = useEditorState((state) => unsavedCount(state.queue));
  const isOpen = useEditorState((state) => state.page !== undefined);
  if (!isOpen) return null;
  const isFailed = status.name === 'failed';
  const label = isFailed ? t`Retry` : status.name === 'saving' ? t`Saving` : count === 0 ? t`Saved` : t`Save`;
  return (
    <Tooltip
      label={
        <span className={styles.tip}>
          {isFailed ? status.message : countLabel(count)} <Kbd keys="Mod+S" />
        </span>
      }
    >
      <Button
        className={styles.save}
        variant={count > 0 ? 'filled' : 'default'}
        color={isFailed ? 'danger' : undefined}
        aria-disabled={count === 0 || status.name === 'saving' || undefined}
        data-quiet={count === 0 || undefined}
        leftSection={
          isFailed ? <CloudOff size={15} aria-hidden /> : count === 0 && <Check size={15} aria-hidden />
        }
        rightSection={
          count > 0 && (
            <span className={styles.count} role="img" aria-label={countLabel(count)}>
              {count}
            </span>
          )
        }
        onClick={() => void save()}
      >
        {label}
      </Button>
    </Tooltip>
  );
}

function countLabel(count: number): string {
  if (count === 0) return t`Everything is saved`;
  return t`${plural(count, { one: '1 unsaved change', other: '# unsaved changes' })}`;
}
