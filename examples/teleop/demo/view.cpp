// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// How the teleop demo shows a drive (view.hpp).
#include "view.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

#include "canvas.hpp"
#include "terminal.hpp"

namespace teleop_demo
{

namespace
{

[[gnu::format(printf, 1, 2)]] std::string format(const char * pattern, ...)
{
  char text[512];
  va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(text, sizeof text, pattern, arguments);
  va_end(arguments);
  return text;
}

std::string padded(std::string text, std::size_t columns)
{
  const std::size_t used = width(text);
  return used < columns ? text + std::string(columns - used, ' ') : text;
}

struct Box
{
  double left = 0, right = 0, bottom = 0, top = 0;
};

// The path with some room around it, at least 2 m a side.
Box box_of(const std::vector<Tracker::Sample> & samples)
{
  Box box;
  for (const auto & sample : samples) {
    box.left = std::min(box.left, sample.pose.x);
    box.right = std::max(box.right, sample.pose.x);
    box.bottom = std::min(box.bottom, sample.pose.y);
    box.top = std::max(box.top, sample.pose.y);
  }
  const double x = std::max(0.2, (2.0 - (box.right - box.left)) / 2);
  const double y = std::max(0.2, (2.0 - (box.top - box.bottom)) / 2);
  return {box.left - x, box.right + x, box.bottom - y, box.top + y};
}

// The path on a canvas, to scale; `metres` is the width of one column.
std::vector<std::string> map(
  const Tracker & tracker, std::size_t columns, std::size_t rows, bool utf8,
  double * metres = nullptr)
{
  Canvas canvas(columns, rows, utf8);
  const auto & samples = tracker.samples();
  const Box box = box_of(samples);
  const auto w = static_cast<double>(canvas.width()), h = static_cast<double>(canvas.height());
  const double scale =
    std::min(w / (box.right - box.left), h * canvas.aspect() / (box.top - box.bottom));
  const auto x = [&](const Pose & pose) {
    return w / 2 + (pose.x - (box.left + box.right) / 2) * scale;
  };
  const auto y = [&](const Pose & pose) {
    return h / 2 - (pose.y - (box.bottom + box.top) / 2) * scale / canvas.aspect();
  };
  for (std::size_t i = 1; i < samples.size(); ++i) {
    canvas.line(
      x(samples[i - 1].pose), y(samples[i - 1].pose), x(samples[i].pose), y(samples[i].pose));
  }
  canvas.mark(x(Pose{}), y(Pose{}), utf8 ? "○" : "o");
  if (!samples.empty()) {
    static constexpr const char * arrows[2][8] = {
      {"→", "↗", "↑", "↖", "←", "↙", "↓", "↘"}, {">", "/", "^", "\\", "<", "/", "v", "\\"}};
    const Pose & pose = samples.back().pose;
    const auto eighth = static_cast<int>(std::lround(pose.heading / (M_PI / 4))) % 8;
    canvas.mark(x(pose), y(pose), arrows[utf8 ? 0 : 1][(eighth + 8) % 8]);
  }
  if (metres) {
    *metres = w / static_cast<double>(columns) / scale;
  }
  return canvas.lines();
}

std::string key_name(int key, bool utf8)
{
  switch (key) {
    case events::up:
      return utf8 ? "↑" : "up";
    case events::down:
      return utf8 ? "↓" : "down";
    case events::left:
      return utf8 ? "←" : "left";
    case events::right:
      return utf8 ? "→" : "right";
    case events::space:
      return "space";
    default:
      return utf8 ? "–" : "-";
  }
}

std::string latency(const Latency & latency)
{
  if (latency.count == 0) {
    return "none yet";
  }
  return format("p50 %.2f ms   p99 %.2f ms   max %.2f ms", latency.p50, latency.p99, latency.max);
}

std::string records(const char * name, std::size_t read, const std::optional<std::size_t> & written)
{
  return written ? format("%s %zu of %zu", name, read, *written) : format("%s %zu", name, read);
}

long lost_records(const Tracker::Counts & counts, const Drive & drive)
{
  long lost = static_cast<long>(drive.dropped_records);
  if (drive.keyboard_records) {
    lost += static_cast<long>(*drive.keyboard_records) - static_cast<long>(counts.keyboard);
  }
  if (drive.joystick_records) {
    lost += static_cast<long>(*drive.joystick_records) - static_cast<long>(counts.joystick);
  }
  return lost;
}

const char * arrow(bool utf8)
{
  return utf8 ? "→" : "->";
}

}  // namespace

std::vector<std::string> screen(
  const Tracker & tracker, const Drive & drive, std::size_t columns, std::size_t rows)
{
  const auto & counts = tracker.counts();
  const auto & limits = tracker.limits();
  const Velocity velocity = tracker.velocity();
  const std::string bold = "\x1b[1m", dim = "\x1b[2m", cyan = "\x1b[36m", green = "\x1b[32m",
                    plain = "\x1b[0m";
  const std::string to = arrow(drive.utf8);

  std::vector<std::string> lines;
  lines.push_back(
    bold + " RxROS2 teleop" + plain + dim + "  " + drive.source +
    format("  domain %d  %.1f s", drive.domain, drive.seconds) + plain);
  lines.push_back(
    dim + " keyboard " + to + " /keyboard, joystick " + to + " /joystick " + to +
    " velocity_publisher " + to + " /cmd_vel" + plain);
  lines.push_back("");
  const std::size_t wide = std::clamp<std::size_t>(columns > 50 ? columns - 36 : 15, 15, 81);
  lines.push_back(
    format(" linear  %5.1f ", -limits.max_linear) + green +
    bar(velocity.linear, limits.max_linear, wide, drive.utf8) + plain +
    format(" %+.1f  ", limits.max_linear) + bold + format("%+.2f m/s", velocity.linear) + plain);
  lines.push_back(
    // To the left is positive, as the robot turns.
    format(" angular %+5.1f ", limits.max_angular) + cyan +
    bar(-velocity.angular, limits.max_angular, wide, drive.utf8) + plain +
    format(" %.1f  ", -limits.max_angular) + bold + format("%+.2f rad/s", velocity.angular) +
    plain);
  lines.push_back("");

  std::vector<std::string> facts{
    "events    " + format("keyboard %zu, joystick %zu", counts.keyboard, counts.joystick),
    "last key  " + key_name(tracker.last_key(), drive.utf8),
    "commands  " +
      format("%zu, %.1f Hz, missing %zu", counts.commands, tracker.rate(), counts.missing_commands),
    "",
    "key " + to + " /keyboard",
    "  " + latency(tracker.key_to_keyboard()),
    "key " + to + " /cmd_vel " + format("(sampled every %.0f ms)", 1000 / limits.frequency),
    "  " + latency(tracker.key_to_command()),
  };
  const std::size_t below = rows > lines.size() + 4 ? rows - lines.size() - 4 : 1;
  const bool is_beside = columns >= 100;
  const std::size_t facts_wide = 48;
  const std::size_t map_rows =
    is_beside ? below : (below > facts.size() + 4 ? below - facts.size() - 1 : 3);
  const std::size_t map_columns =
    std::clamp<std::size_t>(is_beside ? columns - facts_wide - 4 : columns - 2, 10, 100);
  double metres = 0;
  const auto path = map(tracker, map_columns, map_rows, drive.utf8, &metres);
  for (std::size_t i = 0; i < path.size(); ++i) {
    lines.push_back(
      " " + green + path[i] + plain + (is_beside && i < facts.size() ? "  " + facts[i] : ""));
  }
  lines.push_back(
    dim + format(" one column = %.2f m, driven %.1f m", metres, tracker.distance()) + plain);
  if (!is_beside) {
    for (const std::string & fact : facts) {
      lines.push_back(" " + fact);
    }
  }
  while (lines.size() + 1 < rows) {
    lines.push_back("");
  }
  lines.resize(std::max<std::size_t>(rows, 2) - 1);
  std::string keys = drive.source.rfind("recorded", 0) == 0
                       ? " Ctrl-C ends"
                       : " arrows drive, space stops; w a s d and b are the joystick; q ends";
  if (drive.ends_in && *drive.ends_in < 10) {
    keys += format("; ends in %.0f s without a key", std::max(0.0, *drive.ends_in));
  }
  lines.push_back(dim + keys + plain);
  return lines;
}

std::string status_line(const Tracker & tracker, const Drive & drive)
{
  const Velocity velocity = tracker.velocity();
  const auto & counts = tracker.counts();
  return format(
    "%5.1f s  linear %+.2f m/s %s  angular %+.2f rad/s %s  events %zu  commands %zu", drive.seconds,
    velocity.linear, bar(velocity.linear, tracker.limits().max_linear, 21, drive.utf8).c_str(),
    velocity.angular, bar(-velocity.angular, tracker.limits().max_angular, 21, drive.utf8).c_str(),
    counts.keyboard + counts.joystick, counts.commands);
}

std::string charts(const Tracker & tracker, bool utf8)
{
  const auto & samples = tracker.samples();
  if (samples.size() < 2) {
    return {};
  }
  constexpr std::size_t columns = 66, rows = 7;
  std::string out;
  const auto chart = [&](const char * title, double limit, auto && value) {
    Canvas canvas(columns, rows, utf8);
    const auto w = static_cast<double>(canvas.width() - 1),
               h = static_cast<double>(canvas.height() - 1);
    const double from = samples.front().time, span = samples.back().time - from;
    const auto x = [&](double time) { return (time - from) / span * w; };
    const auto y = [&](double v) { return h / 2 - std::clamp(v / limit, -1.0, 1.0) * h / 2; };
    for (std::size_t i = 1; i < samples.size(); ++i) {
      // A command holds until the next.
      canvas.line(
        x(samples[i - 1].time), y(value(samples[i - 1])), x(samples[i].time),
        y(value(samples[i - 1])));
      canvas.line(
        x(samples[i].time), y(value(samples[i - 1])), x(samples[i].time), y(value(samples[i])));
    }
    const auto lines = canvas.lines();
    out += std::string(" ") + title + "\n";
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string label = i == 0          ? format("%+5.1f", limit)
                                : i == rows / 2 ? std::string("  0.0")
                                : i + 1 == rows ? format("%+5.1f", -limit)
                                                : std::string(5, ' ');
      out += " " + label + (utf8 ? " ┤" : " |") + lines[i] + "\n";
    }
    out += "        " + padded(format("%.1f s", from), columns - 8) +
           format("%8.1f s\n", samples.back().time);
  };
  chart("linear velocity, m/s", tracker.limits().max_linear, [](const auto & s) {
    return s.velocity.linear;
  });
  chart("angular velocity, rad/s", tracker.limits().max_angular, [](const auto & s) {
    return s.velocity.angular;
  });
  double metres = 0;
  const auto path = map(tracker, columns, 12, utf8, &metres);
  out += format(" path driven (one column = %.2f m)\n", metres);
  for (const std::string & line : path) {
    out += "        " + line + "\n";
  }
  return out;
}

std::string summary(const Tracker & tracker, const Drive & drive)
{
  const auto & counts = tracker.counts();
  const std::string to = arrow(drive.utf8);
  const auto key = tracker.key_to_keyboard(), command = tracker.key_to_command();
  std::string out;
  out += format(
    "teleop: %s, %.1f s, ROS_DOMAIN_ID %d\n", drive.source.c_str(), drive.seconds, drive.domain);
  out += "  events read       " + records("keyboard", counts.keyboard, drive.keyboard_records) +
         ", " + records("joystick", counts.joystick, drive.joystick_records);
  if (drive.keyboard_records || drive.joystick_records) {
    out += format(" records; lost %ld", lost_records(counts, drive));
  }
  out += format(
    "\n  commands          %zu published on /cmd_vel, %.2f Hz; lost %zu; longest gap %.0f ms\n",
    counts.commands, tracker.rate(), counts.missing_commands, tracker.longest_gap() * 1000);
  out +=
    padded("  key " + to + " /keyboard", 20) + latency(key) + format("   (%zu keys)\n", key.count);
  out += padded("  key " + to + " /cmd_vel", 20) + latency(command) +
         format(
           "   (%zu keys; it is sampled every %.0f ms)\n", command.count,
           1000 / tracker.limits().frequency);
  out += format(
    "  velocity          %s what the events ask for: %+.2f m/s, %+.2f rad/s; driven %.2f m\n",
    tracker.is_as_expected() ? "is" : "is NOT", tracker.velocity().linear,
    tracker.velocity().angular, tracker.distance());
  return out;
}

std::string svg(const Tracker & tracker, const Drive & drive)
{
  const auto & samples = tracker.samples();
  constexpr double w = 860, path_size = 320, plot_w = 480, plot_h = 140;
  std::string out = format(
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"400\" "
    "font-family=\"sans-serif\" "
    "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
    "<text x=\"20\" y=\"24\" font-size=\"15\">RxROS2 teleop: %.1f s, %zu commands</text>\n",
    w, drive.seconds, tracker.counts().commands);
  const double end = samples.empty() ? 1.0 : std::max(samples.back().time, 1e-3);
  const auto plot =
    [&](double top, const char * title, double limit, const char * colour, auto && value) {
      const auto x = [&](double time) { return 60 + time / end * plot_w; };
      const auto y = [&](double v) { return top + plot_h / 2 - v / limit * plot_h / 2; };
      out += format(
        "<rect x=\"60\" y=\"%.1f\" width=\"%.0f\" height=\"%.0f\" fill=\"none\" stroke=\"#bbb\"/>\n"
        "<line x1=\"60\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n"
        "<text x=\"64\" y=\"%.1f\">%s</text><text x=\"20\" y=\"%.1f\">%+.1f</text>"
        "<text x=\"20\" y=\"%.1f\">%+.1f</text>\n",
        top, plot_w, plot_h, 60 + plot_w, y(0), y(0), top + 14, title, top + 10, limit,
        top + plot_h, -limit);
      std::string points;
      for (std::size_t i = 0; i < samples.size(); ++i) {
        if (i > 0) {
          points += format("%.1f,%.1f ", x(samples[i].time), y(value(samples[i - 1])));
        }
        points += format("%.1f,%.1f ", x(samples[i].time), y(value(samples[i])));
      }
      out += "<polyline fill=\"none\" stroke=\"" + std::string(colour) +
             "\" stroke-width=\"1.5\" points=\"" + points + "\"/>\n";
    };
  plot(50, "linear, m/s", tracker.limits().max_linear, "#2a7", [](const auto & s) {
    return s.velocity.linear;
  });
  plot(220, "angular, rad/s", tracker.limits().max_angular, "#27a", [](const auto & s) {
    return s.velocity.angular;
  });
  out += format(
    "<text x=\"60\" y=\"378\">0 s</text><text x=\"%.0f\" y=\"378\" text-anchor=\"end\">%.1f "
    "s</text>\n",
    60 + plot_w, end);
  const Box box = box_of(samples);
  const double scale = path_size / std::max(box.right - box.left, box.top - box.bottom);
  std::string points;
  for (const auto & sample : samples) {
    points += format(
      "%.1f,%.1f ", 560 + (sample.pose.x - box.left) * scale * 0.88,
      50 + (box.top - sample.pose.y) * scale * 0.88);
  }
  out +=
    "<text x=\"560\" y=\"378\">path</text><polyline fill=\"none\" stroke=\"#a42\" "
    "stroke-width=\"2\" points=\"" +
    points + "\"/>\n</svg>\n";
  return out;
}

}  // namespace teleop_demo
