//! Simulates clusters of many workers in virtual time.
#![expect(clippy::print_stdout, reason = "this program prints a table")]
use papergames_sprouts::land::Lands;
use papergames_sprouts::solve::Solver;
use papergames_sprouts::solve::cluster::Simulation;

fn main() {
    let numbers =
        |text: String| -> Vec<u64> { text.split(',').filter_map(|n| n.parse().ok()).collect() };
    let mut arguments = std::env::args().skip(1);
    let starts = numbers(arguments.next().unwrap_or("23".into()));
    let workers = numbers(arguments.next().unwrap_or("1,4,16".into()));
    let get = |name: &str, or: f64| {
        std::env::var(name)
            .ok()
            .and_then(|v| v.parse().ok())
            .unwrap_or(or)
    };
    println!(
        "start workers wins speedup effic busy/T1 dup owner% jobs MB_out MB_in ownerMB lands inner facts cpu"
    );
    for n in starts {
        let lands = Lands::start(n as usize);
        let mut solver = Solver::new();
        let alone = solver.solve_lands(&lands).expect("memory");
        let one = Simulation::cost(&solver.work());
        println!(
            "{n} alone wins {} expanded {} nodes {} cost {:.2}G",
            alone.mover_wins,
            solver.work().expanded,
            solver.work().nodes,
            one as f64 / 1e9
        );
        for workers in &workers {
            let mut simulation = Simulation::new(*workers);
            simulation.policy.least = get("LEAST", 16.0) as u64;
            simulation.policy.most = get("MOST", 4096.0) as u64;
            simulation.policy.share = get("SHARE", 0.125);
            simulation.policy.slack = get("SLACK", 1.0);
            simulation.latency = get("LATENCY", 0.0) as u64;
            simulation.owner = (get("SCAN", 0.0) as u64, get("MESSAGE", 0.0) as u64);
            let begun = std::time::Instant::now();
            let s = simulation.run(&lands);
            let speedup = one as f64 / s.time as f64;
            println!(
                "{n} {workers} {} x{speedup:.2} {:.0}% busy {:.2} dup {:.2} owner {:.0}% jobs {} out {:.1} in {:.1} mem {:.1} lands {} inner {} facts {} cpu {:.1}",
                s.mover_wins,
                100.0 * speedup / *workers as f64,
                s.busy as f64 / one as f64,
                s.work.expanded as f64 / solver.work().expanded as f64,
                100.0 * s.owner as f64 / s.time as f64,
                s.jobs,
                s.sent as f64 / 1e6,
                s.received as f64 / 1e6,
                s.memory as f64 / 1e6,
                s.size.0,
                s.size.1,
                s.facts,
                begun.elapsed().as_secs_f64()
            );
        }
    }
}
