import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/configuration/read-config.ts';
import { roles } from '../../src/configuration/values.ts';
import { readS3Location } from '../../src/platform/objects/s3/location.ts';
import { installCheckers } from './support/checkers.ts';
import { faultOf, type Manifest, renderExample, unknownKeysIn } from './support/manifests.ts';
import { imageVariables, knownVariables } from './support/variables.ts';

type Labels = Readonly<Record<string, string>>;

const componentLabel = 'app.kubernetes.io/component';
let manifests: readonly Manifest[];
let deployments: readonly Manifest[];
/** The deployments, the job and the back-ups. */
let workloads: readonly Manifest[];

beforeAll(async () => {
  installCheckers();
  manifests = await renderExample();
  deployments = ofKind('Deployment');
  // A CronJob is read as the jobs that it makes.
  const backups = ofKind('CronJob').map((cron) => ({ ...cron, spec: cron.spec.jobTemplate.spec }));
  workloads = [...deployments, ...ofKind('Job'), ...backups];
});

function ofKind(kind: string): readonly Manifest[] {
  return manifests.filter((manifest) => manifest.kind === kind);
}

const podOf = ({ spec }: Manifest) => spec.template.spec;
const labelsOf = ({ spec }: Manifest): Labels => spec.template.metadata.labels;
const containerOf = (workload: Manifest) => podOf(workload).containers[0];
const portsOf = (workload: Manifest): readonly { name: string; containerPort: number }[] =>
  containerOf(workload).ports ?? [];

function selected(selector: Labels): readonly Manifest[] {
  const isSelected = (labels: Labels) => Object.entries(selector).every(([name, value]) => labels[name] === value);
  return workloads.filter((workload) => isSelected(labelsOf(workload)));
}

/** Returns the environment of a container. Later variables replace earlier ones. */
function environmentOf(workload: Manifest): Record<string, string> {
  const { env = [], envFrom = [] } = containerOf(workload);
  const sources = envFrom.map(({ configMapRef, secretRef }: Record<string, { name: string } | undefined>) => {
    const [kind, name] = configMapRef ? ['ConfigMap', configMapRef.name] : ['Secret', secretRef?.name];
    const source = ofKind(kind).find(({ metadata }) => metadata.name === name);
    if (source === undefined) throw new Error(`There is no ${kind} ${name}`);
    return { ...source.data, ...source.stringData };
  });
  const own = Object.fromEntries(env.map(({ name, value }: { name: string; value: string }) => [name, value]));
  return Object.assign({}, ...sources, own);
}

describe('the manifests', () => {
  it('follow the schemas of Kubernetes', async () => {
    expect(manifests.length).toBeGreaterThan(10);
    for (const manifest of manifests)
      expect([manifest.metadata.name, await faultOf(manifest)]).toEqual([expect.any(String), null]);
    const [first] = deployments;
    const broken = structuredClone(first) as Manifest;
    containerOf(broken).ports = [{ containerPort: 'three thousand' }];
    expect(await faultOf(broken)).toContain('containerPort must be integer');
  });

  it('have no key that Kubernetes does not know', async () => {
    expect(await unknownKeysIn(manifests)).toBe('');
    const misspelt = structuredClone(deployments[0]) as Manifest;
    containerOf(misspelt).redinessProbe = {};
    expect(await unknownKeysIn([misspelt])).toContain('redinessProbe');
  });

  it('are all in one namespace', () => {
    const elsewhere = manifests.filter(
      ({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'commissions',
    );
    expect(elsewhere.map(({ metadata }) => metadata.name)).toEqual([]);
    expect(ofKind('Namespace').map(({ metadata }) => metadata.name)).toEqual(['commissions']);
  });
});

describe('the deployments', () => {
  it('have each role of the service once', () => {
    expect(deployments.map((deployment) => environmentOf(deployment).ROLES).sort()).toEqual([...roles].sort());
  });

  it('set variables that the service knows, to values that it takes', () => {
    for (const workload of workloads) {
      const environment = environmentOf(workload);
      expect(Object.keys(environment).filter((name) => !knownVariables.has(name))).toEqual([]);
      expect(() => readConfig({ ...imageVariables(), ...environment })).not.toThrow();
    }
  });

  it('select their own pods', () => {
    for (const deployment of deployments) expect(selected(deployment.spec.selector.matchLabels)).toEqual([deployment]);
  });

  it('name the port where the image listens', () => {
    const { PORT, INBOX_PORT, METRICS_HOST } = imageVariables();
    const listening = Object.fromEntries(deployments.map((one) => [environmentOf(one).ROLES, portsOf(one)]));
    const metrics = { name: 'metrics', containerPort: Number(environmentOf(deployments[0] as Manifest).METRICS_PORT) };
    expect(listening).toEqual({
      intake: [{ name: 'http', containerPort: Number(PORT) }, metrics],
      inbox: [{ name: 'http', containerPort: Number(INBOX_PORT) }, metrics],
      upkeep: [metrics],
    });
    expect(METRICS_HOST).toBe('0.0.0.0');
  });

  it('probe a port that they have, by a path of the service', () => {
    for (const deployment of deployments) {
      const { startupProbe, livenessProbe, readinessProbe } = containerOf(deployment);
      for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
        expect(portsOf(deployment).map(({ name }) => name)).toContain(httpGet.port);
        expect(['/healthz', '/servez']).toContain(httpGet.path);
      }
    }
  });

  it('keep their pods until new ones have shown that they run', () => {
    for (const { spec } of deployments) {
      expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
      expect(spec.template.spec.containers[0].readinessProbe).toBeDefined();
    }
  });

  it('give the service time to finish', () => {
    for (const deployment of deployments) {
      const pauseSeconds = containerOf(deployment).lifecycle?.preStop.sleep.seconds ?? 0;
      const graceMs = readConfig(environmentOf(deployment)).shutdownGraceMs;
      expect(podOf(deployment).terminationGracePeriodSeconds).toBeGreaterThan(pauseSeconds + graceMs / 1000 + 5);
    }
  });

  it('hold uploads that their volume has room for', () => {
    const intake = deployments.find((deployment) => environmentOf(deployment).ROLES === 'intake') as Manifest;
    const volume = podOf(intake).volumes.find(({ name }: { name: string }) => name === 'data');
    const gibibytes = Number(/^(\d+)Gi$/.exec(volume.emptyDir.sizeLimit)?.[1]);
    const { maxUploads, maxRequestBytes } = readConfig(environmentOf(intake));
    expect(maxUploads * maxRequestBytes).toBeLessThan(gibibytes * 1024 ** 3);
  });

  it('run without rights, on a file system that they cannot write', () => {
    for (const workload of workloads) {
      expect(podOf(workload)).toMatchObject({
        automountServiceAccountToken: false,
        // Otherwise Kubernetes sets variables with the names of services as prefixes, and some of them end in PORT.
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(containerOf(workload).securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const mounts = containerOf(workload).volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
      expect(mounts).toContain(imageVariables().DATA_DIR);
    }
  });
});

describe('the objects around the deployments', () => {
  it('leads from a host by a service to a port', () => {
    const hosts: Record<string, string | undefined> = {};
    for (const { host, http } of ofKind('Ingress').flatMap(({ spec }) => spec.rules)) {
      const { name, port } = http.paths[0].backend.service;
      const { spec } = ofKind('Service').find(({ metadata }) => metadata.name === name) as Manifest;
      const { targetPort } = spec.ports.find((one: { name: string }) => one.name === port.name);
      const [target, ...others] = selected(spec.selector);
      expect(others).toEqual([]);
      expect(portsOf(target as Manifest).map((one) => one.name)).toContain(targetPort);
      hosts[host] = environmentOf(target as Manifest).ROLES;
    }
    const { PUBLIC_URL = '', INBOX_URL = '' } = environmentOf(deployments[0] as Manifest);
    expect(hosts).toEqual({ [new URL(PUBLIC_URL).hostname]: 'intake', [new URL(INBOX_URL).hostname]: 'inbox' });
    const secured = ofKind('Ingress').flatMap(({ spec }) => spec.tls[0].hosts);
    expect(new Set(secured)).toEqual(new Set(Object.keys(hosts)));
  });

  it('keeps the addresses of status pages out of the log of a controller made of nginx', () => {
    const isUnlogged = ({ metadata }: Manifest) =>
      metadata.annotations?.['nginx.ingress.kubernetes.io/enable-access-log'] === 'false';
    const rulesOf = (ingress: Manifest | undefined) => ingress?.spec.rules[0];
    const { host, http } = rulesOf(ofKind('Ingress').find(isUnlogged));
    const form = rulesOf(ofKind('Ingress').find((ingress) => !isUnlogged(ingress)));
    const [{ path, backend }] = http.paths;
    expect([path, host, backend]).toEqual(['/requests/', form.host, form.http.paths[0].backend]);
  });

  it('scales and protects the intake', () => {
    const [scaler] = ofKind('HorizontalPodAutoscaler');
    const { kind, name } = scaler?.spec.scaleTargetRef ?? {};
    const target = ofKind(kind).find(({ metadata }) => metadata.name === name) as Manifest;
    expect(environmentOf(target).ROLES).toBe('intake');
    expect(containerOf(target).resources.requests.cpu).toEqual(expect.any(String));
    // A number here would reset the number of replicas at each apply.
    expect(target.spec.replicas).toBeUndefined();
    const [budget] = ofKind('PodDisruptionBudget');
    expect(selected(budget?.spec.selector.matchLabels)).toEqual([target]);
    expect(scaler?.spec.minReplicas).toBeGreaterThan(budget?.spec.maxUnavailable);
  });

  it('passes forms of every size on while they arrive, by a controller made of nginx', () => {
    const [ingress] = ofKind('Ingress').filter(({ metadata }) => metadata.name === 'commissions');
    expect(ingress?.metadata.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-body-size': '0',
      'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
    });
  });

  it('backs up every night to a bucket', () => {
    const [cron] = ofKind('CronJob');
    expect(cron?.spec).toMatchObject({
      schedule: expect.stringMatching(/^\d+ \d+ \* \* \*$/),
      concurrencyPolicy: 'Forbid',
    });
    const backup = workloads.find(({ kind }) => kind === 'CronJob') as Manifest;
    const [command, option, target] = containerOf(backup).args;
    expect([command, option]).toEqual(['backup', '--to']);
    expect(readS3Location(target)).not.toBeNull();
    expect(containerOf(backup).image).toBe(containerOf(deployments[0] as Manifest).image);
  });

  it('lets Prometheus reach the metrics of each deployment, with their token', () => {
    const policy = ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === 'commissions-from-prometheus');
    expect(selected(policy?.spec.podSelector.matchLabels)).toEqual(workloads);
    expect(policy?.spec.ingress).toEqual([
      { from: [{ namespaceSelector: expect.anything() }], ports: [{ protocol: 'TCP', port: 'metrics' }] },
    ]);
    for (const deployment of deployments) {
      expect(portsOf(deployment).map(({ name }) => name)).toContain('metrics');
      expect(readConfig(environmentOf(deployment)).metrics?.token).toEqual(expect.any(String));
    }
  });

  it('reaches the credentials of EKS Pod Identity, and no other address without TLS', () => {
    const all = ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === 'commissions');
    const ports = (rule: { ports: readonly { port: number }[] }) => rule.ports.map(({ port }) => port);
    const plain = all?.spec.egress.filter((rule: { ports: readonly { port: number }[] }) => ports(rule).includes(80));
    expect(plain).toEqual([
      {
        to: [{ ipBlock: { cidr: '169.254.170.23/32' } }, { ipBlock: { cidr: 'fd00:ec2::23/128' } }],
        ports: [{ protocol: 'TCP', port: 80 }],
      },
    ]);
    expect(all?.spec.egress.flatMap(ports)).toEqual(expect.arrayContaining([25, 465, 587, 2525]));
  });

  it('allows connections of the ingress controller to the form and the inbox, and no others', () => {
    const [all, fromIngress] = ['commissions', 'commissions-from-ingress'].map((name) =>
      ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === name),
    );
    expect(selected(all?.spec.podSelector.matchLabels)).toEqual(workloads);
    expect(all?.spec.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(all?.spec.ingress).toBeUndefined();
    const [{ key, values }] = fromIngress?.spec.podSelector.matchExpressions ?? [];
    expect(key).toBe(componentLabel);
    const listening = deployments.filter((deployment) => portsOf(deployment).some(({ name }) => name === 'http'));
    expect(values.toSorted()).toEqual(listening.map((one) => labelsOf(one)[componentLabel]).toSorted());
    const [{ ports }] = fromIngress?.spec.ingress ?? [];
    expect(ports).toEqual([{ protocol: 'TCP', port: 'http' }]);
    const databasePort = Number(new URL(environmentOf(deployments[0] as Manifest).DATABASE_URL ?? '').port);
    const reached = all?.spec.egress.flatMap((rule: { ports: readonly { port: number }[] }) => rule.ports);
    expect(reached.map(({ port }: { port: number }) => port)).toContain(databasePort);
  });

  it('migrates by a job while the others wait', () => {
    const [job] = ofKind('Job');
    expect(containerOf(job as Manifest).args).toEqual(['migrate']);
    for (const deployment of deployments) expect(environmentOf(deployment).MIGRATE).toBe('off');
    expect(containerOf(job as Manifest).image).toBe(containerOf(deployments[0] as Manifest).image);
  });
});
